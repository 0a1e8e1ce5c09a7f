"""Passing Durak (Perevodnoy): who has beaten nothing yet may pass the attack on to the next."""

from __future__ import annotations

from games.choices import Only, Option
from games.durak.options import OPTIONS
from games.durak.passing_state import PassingRules, PassingState, PassingView
from games.durak.podkidnoy import Podkidnoy
from games.reading import own_view

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
        label={"en": "Cards to pass with", "ru": "Сколькими картами переводят"},
        help={
            "en": "How many cards of the rank may be laid at once to pass the attack on. "
            "Usual: one (custom).",
            "ru": "Сколько карт того же достоинства можно положить сразу, переводя атаку. "
            "Обычно одну (обычай).",
        },
        choice_labels={
            "one": {"en": "one", "ru": "одной"},
            "many": {"en": "one or several", "ru": "одной или несколькими"},
        },
    ),
    Option(
        "pass_in_first_bout",
        True,
        choices=(True, False),
        label={"en": "Passing the first attack on", "ru": "Перевод в первом отбое"},
        help={
            "en": "Whether already the first attack of a deal may be passed on. "
            "Usual: yes (custom).",
            "ru": "Можно ли переводить уже первую атаку сдачи. Обычно да (обычай).",
        },
    ),
    Option(
        "pass_show_trump",
        "off",
        choices=("off", "once_per_deal", "once_per_bout"),
        label={"en": "Passing by showing the trump", "ru": "Проездной козырь"},
        help={
            "en": "Whether one who holds the trump of the rank may show it and keep it instead of "
            "laying a card. Usual: no; yes is a custom.",
            "ru": "Можно ли, переводя, не класть козырь того же достоинства, а лишь показать его и "
            "оставить у себя («проездной»). Обычно нет; «да» — обычай.",
        },
        choice_labels={
            "off": {"en": "no", "ru": "нет"},
            "once_per_deal": {
                "en": "yes, each trump once a deal",
                "ru": "да, каждый козырь раз за сдачу",
            },
            "once_per_bout": {
                "en": "yes, each trump once an attack",
                "ru": "да, каждый козырь раз за заход",
            },
        },
    ),
    Option(
        "pass_chain_max",
        "none",
        choices=("none", 3),
        label={"en": "Most passes of one attack", "ru": "Переводов за один заход"},
        help={
            "en": "How often one attack may be passed on in all. Usual: no limit; three is a "
            "custom.",
            "ru": "Сколько раз всего можно перевести одну атаку. Обычно без предела; три — обычай.",
        },
        choice_labels={"none": {"en": "no limit", "ru": "без предела"}},
        matters=(
            Only(
                {"pass_show_trump": ("once_per_deal", "once_per_bout")},
                why={
                    "en": "there are only four cards of a rank, so nobody can pass a fourth time",
                    "ru": "карт одного достоинства всего четыре, и в четвёртый раз не перевести",
                },
            ),
        ),
    ),
    Option(
        "refill_first",
        "original_leader",
        choices=("original_leader", "last_passer"),
        label={"en": "Who draws first after passing", "ru": "Кто берёт первым после перевода"},
        help={
            "en": "Who is the first to draw new cards after an attack that was passed on; the last "
            "defender always draws last. Usual: whoever led (custom).",
            "ru": "Кто первым добирает карты после атаки, которую переводили; последний "
            "отбивавшийся всегда берёт последним. Обычно ходивший (обычай).",
        },
        choice_labels={
            "original_leader": {"en": "who led", "ru": "ходивший"},
            "last_passer": {"en": "who passed last", "ru": "переведший последним"},
        },
        matters=(
            Only(
                {"seats": (3, 4, 5, 6)},
                why={
                    "en": "with two seats the defender draws last in any case",
                    "ru": "вдвоём отбивавшийся и так берёт последним",
                },
            ),
            Only(
                {"deck_size": (24,), "seats": (2, 3)},
                {"deck_size": (32, 36), "seats": (2, 3, 4, 5)},
                {"deck_size": (52,)},
                why={
                    "en": "otherwise all cards are dealt and there is nothing to draw",
                    "ru": "иначе розданы все карты и брать нечего",
                },
            ),
        ),
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
        view = own_view(view, PassingView)
        state = super().determinize(view, rng)
        assert isinstance(state, PassingState)
        state.resume(view.opener, view.passes, view.shown)
        return state
