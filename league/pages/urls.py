"""Where every page is."""

from django.urls import include, path
from django.views.i18n import set_language

from league.pages import (
    accounts,
    bots,
    charts,
    clubs,
    directing,
    entries,
    guide,
    home,
    ladders,
    matches,
    operator,
    replay,
    reports,
    submitting,
    tournaments,
    uploads,
)

_bot = [
    path("", bots.bot, name="bot"),
    path("matches/", bots.bot_matches, name="bot-matches"),
    path("rating.svg", charts.rating, name="bot-rating"),
    path("uploads/", uploads.uploads_now, name="bot-uploads"),
    path("submit/", submitting.submit, name="bot-submit"),
    path("ladders/<slug:ladder>/enrol/", submitting.enrol, name="bot-enrol"),
    path("ladders/<slug:ladder>/leave/", submitting.leave, name="bot-leave"),
    path("versions/<int:number>/download/", bots.download, name="bot-download"),
]
_tournament = [
    path("", tournaments.tournament, name="tournament"),
    path("now/", tournaments.tournament_now, name="tournament-now"),
    path("entries/", entries.entry_list, name="tournament-entries"),
    path("entries/person/", entries.add_person, name="entry-add-person"),
    path("entries/bots/", entries.add_bots, name="entry-add-bots"),
    path("entries/list/", entries.add_list, name="entry-add-list"),
    path("entries/<int:pk>/move/", entries.move, name="entry-move"),
    path("entries/<int:pk>/remove/", entries.remove, name="entry-remove"),
    path("entries/<int:pk>/withdraw/", entries.withdraw, name="entry-withdraw"),
    path("rounds/", tournaments.rounds, name="tournament-rounds"),
    path("rounds/now/", tournaments.rounds_now, name="tournament-rounds-now"),
    path("standings/", tournaments.standings, name="tournament-standings"),
    path("standings/now/", tournaments.standings_now, name="tournament-standings-now"),
    path("bracket/", tournaments.bracket, name="tournament-bracket"),
    path("bracket/now/", tournaments.bracket_now, name="tournament-bracket-now"),
    path("log/", tournaments.log, name="tournament-log"),
    path("open/", directing.open_entries, name="tournament-open"),
    path("start/", directing.start, name="tournament-start"),
    path("cancel/", directing.cancel, name="tournament-cancel"),
]
_match = [
    path("", matches.match, name="match"),
    path("now/", matches.match_now, name="match-now"),
    path("record.jsonl", matches.record, name="match-record"),
    path("result/", reports.report, name="match-report"),
    path("correct/", reports.correct, name="match-correct"),
    path("void/", reports.void, name="match-void"),
    path("deals/<int:number>/", replay.replay, name="replay"),
]
_account = [
    path("", accounts.account, name="account"),
    path("password/", accounts.password, name="password"),
    path("tokens/", accounts.new_token, name="token-new"),
    path("tokens/<int:pk>/revoke/", accounts.revoke_token, name="token-revoke"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("now/", home.now, name="home-now"),
    path("language/", set_language, name="set_language"),
    path("ladders/", ladders.ladder_list, name="ladder-list"),
    path("ladders/<slug:slug>/", ladders.ladder, name="ladder"),
    path("ladders/<slug:slug>/now/", ladders.ladder_now, name="ladder-now"),
    path("leaderboards/", ladders.leaderboard_list, name="leaderboard-list"),
    path("leaderboards/<slug:game>/", ladders.leaderboard, name="leaderboard"),
    path("bots/", bots.bot_list, name="bot-list"),
    path("bots/new/", bots.new, name="bot-new"),
    path("bots/<slug:slug>/", include(_bot)),
    path("tournaments/", tournaments.tournament_list, name="tournament-list"),
    path("tournaments/new/", directing.new, name="tournament-new"),
    path("tournaments/<slug:slug>/", include(_tournament)),
    path("clubs/", clubs.club_list, name="club-list"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/members/", clubs.set_role, name="club-members"),
    path("matches/<str:match_id>/", include(_match)),
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("login/", accounts.SignIn.as_view(), name="login"),
    path("logout/", accounts.sign_out, name="logout"),
    path("account/", include(_account)),
    path("how-to/bot/", guide.bot, name="how-to-bot"),
    path("operator/", operator.operator, name="operator"),
    path("operator/matches/<str:match_id>/release/", operator.release, name="operator-release"),
]
