"""Passing Durak (Perevodnoy): who has beaten nothing yet may pass the attack on to the next."""

from __future__ import annotations

from games.choices import Option
from games.durak.options import OPTIONS
from games.durak.passing_state import PassingRules, PassingState, PassingView
from games.durak.podkidnoy import Podkidnoy
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.durak.state import DurakState
    from games.game import Shuffler, View

PASSING_OPTIONS: tuple[Option, ...] = (
    Option(
        "pass_cards",
        "one",
        choices=("one", "many"),
        label={"en": "Cards to pass with", "ru": "Карт для перевода"},
        help={
            "en": "How many cards may be laid to pass the attack on.",
            "ru": "Сколькими картами можно перевести атаку.",
        },
        choice_labels={
            "one": {"en": "one", "ru": "одна"},
            "many": {"en": "one or several", "ru": "одна или несколько"},
        },
    ),
    Option(
        "pass_in_first_bout",
        True,
        choices=(True, False),
        label={"en": "Passing in the first bout", "ru": "Перевод в первом отбое"},
        help={
            "en": "Whether the attack may be passed on in the first bout.",
            "ru": "Можно ли переводить в первом отбое.",
        },
    ),
    Option(
        "pass_show_trump",
        "off",
        choices=("off", "once_per_deal", "once_per_bout"),
        label={"en": "Passing by showing the trump", "ru": "Проездной"},
        help={
            "en": "The trump of the rank may be shown and kept instead of laying a card.",
            "ru": "Козырь того же достоинства можно показать и оставить у себя.",
        },
        choice_labels={
            "off": {"en": "no", "ru": "нет"},
            "once_per_deal": {"en": "each trump once a deal", "ru": "каждый козырь раз за сдачу"},
            "once_per_bout": {"en": "each trump once a bout", "ru": "каждый козырь раз за отбой"},
        },
    ),
    Option(
        "pass_chain_max",
        "none",
        choices=("none", 3),
        label={"en": "Most passes in a bout", "ru": "Переводов за отбой"},
        help={
            "en": "How often an attack may be passed on.",
            "ru": "Сколько раз можно перевести одну атаку.",
        },
        choice_labels={"none": {"en": "no limit", "ru": "без предела"}},
    ),
    Option(
        "refill_first",
        "original_leader",
        choices=("original_leader", "last_passer"),
        label={"en": "Who draws first", "ru": "Кто первым берёт карты"},
        help={
            "en": "After a bout in which the attack was passed on.",
            "ru": "После отбоя, в котором атаку переводили.",
        },
        choice_labels={
            "original_leader": {"en": "who led", "ru": "ходивший первым"},
            "last_passer": {"en": "who passed last", "ru": "переведший последним"},
        },
    ),
)


class Passing(Podkidnoy):
    """Throw-in Durak in which an attack may be passed on; always single [part B1 of the rules]."""

    __slots__ = ()

    key = "passing"
    NAMES: Mapping[str, str] = {"en": "Passing Durak", "ru": "Переводной дурак"}
    SIDES: Mapping[str, tuple[int, ...]] = {"single": (2, 3, 4, 5, 6)}
    OPTIONS: tuple[Option, ...] = (*OPTIONS, *PASSING_OPTIONS)
    RULES = PassingRules
    STATE = PassingState
    VIEW = PassingView

    def determinize(self, view: View, rng: Shuffler) -> DurakState:
        """
        A whole state that *view* allows, the unseen cards in random places.

        Raises:
            SetupError: If the view is not of this game, or its cards do not add up.
        """
        if not isinstance(view, PassingView):
            raise SetupError("the view is not of Passing Durak")
        state = super().determinize(view, rng)
        assert isinstance(state, PassingState)
        state.resume(view.opener, view.passes, view.shown)
        return state
