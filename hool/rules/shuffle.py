"""The shuffle, version 1: from a secret to the order of a pack, so that anyone can check it afterwards.

1. A secret is 32 random bytes, written as 64 hexadecimal digits; one per board. They come from the operating system;
   where the tables of a class share their boards, from 16 such bytes of the room and the name of the board, by
   HMAC-SHA-256. So there are at least 2**128 possible secrets, and no board's secret tells of another's.
2. Before the board is played its commitment is shown: the SHA-256 of the secret's text, in hexadecimal.
3. Random bits are the SHA-256 of the text `secret:0`, then of `secret:1`, `secret:2` ... Each gives eight 32-bit
   numbers, in order, the most significant byte of each first.
4. A number below n is the next 32-bit number modulo n. Numbers from the last, incomplete run of n below 2**32 are
   skipped, so that every result is equally likely.
5. The pack lies in order: spades, hearts, diamonds, clubs, each from the ace down. For i from the last place to the
   second (counted from 0: n-1 ... 1) the card at place i changes places with the one at "a number below i+1"; this
   is the shuffle of Fisher and Yates.
6. HOOL: the first quarter of the pack goes to North, the next to East, then South, then West. Full packs have all of
   5; small ones hearts without the two, or spades and hearts without the twos. Where a class lets its cards go round,
   the hands are then carried on clockwise: turned by 1, North's cards go to East, by 2 to South, by 3 to West.

Oh Hell deals in another way:

7. Two packs lie one behind the other, each in the order of 5. The pack of the game of 500 lies in the order of 5 with
   13 (hearts and diamonds only), 12 and 11 between jack and ten: A K Q J 13 12 11 10 9 ... 2; a joker lies last.
8. Only where a card is turned up for trumps, each player gets so many cards that none is left to turn, and the table
   has chosen "random_flip": the pack is shuffled as in 5, its first card is the one turned up (after the joker the
   second, if the table has chosen "next"), and the pack as it then lies is shuffled as in 5 once more, with the random
   numbers that follow. Else it is shuffled once.
9. With n players who get k cards each, place p (from 0) of the shuffled pack belongs to the player 1 + p seats after
   the dealer, counted round the table, for p from 0 to n*k-1. So the first card goes to the dealer's left and place
   n*k-1, the last one dealt, to the dealer.
10. The other cards are not dealt, place n*k on top. Where a card is turned up for trumps it is this one; if it is the
   joker and the table has chosen "next", the one below it, if there is one. If no card is left and the table has
   chosen "dealer_last", it is the one at place n*k-1.

Hoola deals so:

11. The full pack is shuffled as in 5. With n players place p of it belongs to the player 1 + p seats after the dealer,
    counted the way the turns go (clockwise, or as the table has chosen), for p from 0 to 7*n-1: seven each, the dealer
    last.
12. Place 7*n is turned up and begins the discards; the places from 7*n+1 on are the stock, in the order in which it is
    drawn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, MutableSequence
from hashlib import sha256
from typing import Protocol, TypeVar

VERSION = 1  # of the rule above; another rule has another number, so that old boards can be checked for ever
T = TypeVar("T")
_RUN = 1 << 32


class Shuffler(Protocol):
    """What a deal needs of a source of chance; `random.Random` has it, and so has `rng`."""

    def shuffle(self, x: MutableSequence[T]) -> None: ...


def new_secret() -> str:
    """A fresh secret of 256 bits, 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What may be shown before the board is played: SHA-256 of the secret, 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


class SecretRandom:
    """Chance that follows from a secret by the rule at the top of this file."""

    def __init__(self, secret: str) -> None:
        self._numbers = _numbers(secret)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely; n from 1 to 2**32."""
        usable = _RUN - _RUN % n
        return next(number for number in self._numbers if number < usable) % n

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Put `x` into a random order, in place."""
        for i in range(len(x) - 1, 0, -1):
            j = self.below(i + 1)
            x[i], x[j] = x[j], x[i]


def rng(secret: str) -> SecretRandom:
    """The source of chance for the board whose secret this is."""
    return SecretRandom(secret)


def _numbers(secret: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{secret}:{block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1
