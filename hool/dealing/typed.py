"""Hands that were typed in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hool.dealing.conditions import NAMES, SUIT_NAMES
from hool.rules.cards import FULL_PACK, RANKS, SUITS, Card, Deal, hand_order
from hool.rules.text import SeatRef, Text, name_seats, say, say_count


def typed(written: Sequence[Sequence[str]], pack: Sequence[Card] = FULL_PACK) -> Deal | tuple[Text, ...]:
    """The deal of hands typed in: for each seat from North the ranks of spades, hearts, diamonds and clubs.

    A whole hand may stand in its first field with dots between the suits: "AK72.QJ5.T94.A83". A hand of which nothing
    is told gets the cards that are left. Else all that is wrong, each sentence with seat and card.
    """
    size = len(pack) // 4
    problems: list[Text] = []
    hands = [list(_typed_hand(seat, texts, problems)) for seat, texts in enumerate(written)]
    holders: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand:
            if card not in pack:
                problems.append(say("{seat}: {card} is not in this pack.", seat=SeatRef(seat), card=card))
            elif holders.setdefault(card, seat) != seat:
                one, other = SeatRef(holders[card]), SeatRef(seat)
                problems.append(say("{one} and {other} both have {card}.", one=one, other=other, card=card))
    silent = [seat for seat, texts in enumerate(written) if not any(map(_ranks, texts))]
    if len(silent) > 1:
        text = say(
            "Type three hands; the fourth is filled in by itself. {who} have no cards yet.", who=name_seats(silent)
        )
        return (*problems, text)
    for seat, hand in enumerate(hands):
        if seat not in silent and len(hand) != size:
            text = say_count("{seat} has {count} card and should have {size}.",
                             "{seat} has {count} cards and should have {size}.",
                             len(hand), seat=SeatRef(seat), size=size)  # fmt: skip
            problems.append(text)
    if problems:
        return tuple(problems)
    for seat in silent:
        hands[seat] = [card for card in pack if card not in holders]
    return Deal(tuple(map(hand_order, hands)))


def _ranks(text: str) -> str:
    """Ranks as `RANKS` has them: `10` is T, and signs between them or for an empty suit say nothing."""
    return re.sub(r"[\s,–—−-]", "", text.upper().replace("10", "T"))


def _typed_hand(seat: int, texts: Sequence[str], problems: list[Text]) -> Iterator[Card]:
    """The cards of a hand as far as they can be read, each once."""
    suits = [*map(_ranks, texts)]
    if "." in suits[0] and not any(suits[1:]):
        suits = suits[0].split(".")
        if len(suits) != 4:
            text = say(
                "{seat}: “{text}” needs four suits with dots between them.", seat=SeatRef(seat), text=texts[0][:40]
            )
            problems.append(text)
            return
    seen = set()
    for suit, name, ranks in zip(SUITS, SUIT_NAMES, suits, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                problems.append(
                    say(
                        "{seat}, {suit}: “{sign}” is no card. Write A K Q J 10 and 9 to 2.",
                        seat=SeatRef(seat), suit=NAMES[name], sign=rank,
                    )
                )  # fmt: skip
                continue
            card = Card(RANKS.index(rank) + 2, suit)
            if card in seen:
                problems.append(say("{seat} has {card} twice.", seat=SeatRef(seat), card=card))
            else:
                seen.add(card)
                yield card
