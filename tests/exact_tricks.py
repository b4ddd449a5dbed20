"""Every way in which a small hand of Oh Hell can be played."""

from functools import cache

from hool.rules.oh_hell import Options, suited, wins

PLAIN = Options()  # one pack: equal cards never meet


def ways(hands, leader: int, trumps: str) -> frozenset[tuple[int, ...]]:
    """The tricks that the players can take in all ways to play these hands, as tuples. Hands of four cards at most."""

    @cache
    def after(hands, leader, trick):
        if not any(hands) and not trick:
            return frozenset({(0,) * len(hands)})
        found = set()
        for card, left in moves(hands, leader, trick, trumps):
            if len(trick) + 1 < len(hands):
                found |= after(left, leader, (*trick, card))
                continue
            winner = (leader + wins((*trick, card), trumps, PLAIN, False)) % len(hands)
            found |= {plus(each, winner) for each in after(left, winner, ())}
        return frozenset(found)

    return after(tuple(map(tuple, hands)), leader, ())


def moves(hands, leader, trick, trumps):
    seat = (leader + len(trick)) % len(hands)
    hand = hands[seat]
    for card in (trick and suited(hand, trick[0], trumps)) or hand:
        left = tuple(c for c in hand if c != card)
        yield card, (*hands[:seat], left, *hands[seat + 1 :])


def plus(tricks, winner):
    return (*tricks[:winner], tricks[winner] + 1, *tricks[winner + 1 :])
