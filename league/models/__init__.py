"""Rows and constraints, by concept; everything is imported from here."""

from league.models.audit import AuditEntry
from league.models.bots import Bot, BotVersion, Bundle, Submission
from league.models.clubs import Club, Member, Role
from league.models.ladders import Ladder, LadderEntry
from league.models.log import LoggedAct
from league.models.matches import Attempt, Deal, Match, Result, Seat, new_match_id
from league.models.names import Named, fold
from league.models.players import Player
from league.models.ratings import Rating, RatingRun
from league.models.requests import IdempotentRequest
from league.models.rulesets import Ruleset, no_ratings, pool_key
from league.models.tournaments import Entry, Round, Stage, Teammate, TeamMember, Tournament
from league.models.users import Scope, Token, User
from league.models.waiting import Waits

__all__ = [
    "Attempt", "AuditEntry", "Bot", "BotVersion", "Bundle", "Club", "Deal", "Entry",
    "IdempotentRequest", "Ladder", "LadderEntry", "LoggedAct", "Match", "Member", "Named",
    "Player", "Rating", "RatingRun", "Result", "Role", "Round", "Ruleset", "Scope", "Seat",
    "Stage", "Submission", "TeamMember", "Teammate", "Token", "Tournament", "User", "Waits",
    "fold", "new_match_id", "no_ratings", "pool_key",
]  # fmt: skip
