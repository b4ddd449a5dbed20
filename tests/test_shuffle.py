"""The shuffle is documented and can be checked; here a second implementation follows the document."""

import hashlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hool.rules import hool
from hool.rules.cards import FULL_PACK, hand_order
from hool.rules.game import Board
from hool.rules.hool import Options
from hool.rules.shuffle import commitment, new_secret, rng

SECRET = "5f" * 32


def by_the_document(secret, cards):
    """Rules 3 to 5 at the top of shuffle.py, written a second time."""
    stream = b"".join(hashlib.sha256(f"{secret}:{block}".encode()).digest() for block in range(100))
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(cards)
    for i in reversed(range(1, len(cards))):
        while (number := numbers.pop(0)) >= 2**32 // (i + 1) * (i + 1):
            pass
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(st.text(min_size=1))
def test_the_pack_follows_from_the_secret_as_documented(secret):
    cards = list(FULL_PACK)
    rng(secret).shuffle(cards)
    assert cards == by_the_document(secret, FULL_PACK)


def test_the_first_quarter_of_the_shuffled_pack_is_norths_and_so_on():
    cards = by_the_document(SECRET, FULL_PACK)
    deal = hool.deal(Board(1, 0, 4, Options()), rng(SECRET))
    assert deal.hands == tuple(hand_order(cards[at : at + 13]) for at in (0, 13, 26, 39))


def test_one_secret_always_gives_the_same_deal():
    # Written down once: a change of the shuffle would make the proofs of finished boards wrong.
    cards = list(FULL_PACK)
    rng(SECRET).shuffle(cards)
    assert " ".join(map(str, cards[:8])) == "AC QH 5C 5D AS KS 4C 3H"


def test_secrets_are_256_bits_and_different():
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_the_commitment_is_the_sha256_of_the_secrets_text():
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("places", [4, 5])
def test_every_order_is_about_equally_likely(places):
    source, counts = rng(SECRET), {}
    orders = {4: 24, 5: 120}[places]
    for _ in range(orders * 100):
        cards = list(range(places))
        source.shuffle(cards)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values()) + 100 * (orders - len(counts))
    assert chi_squared < orders + 5 * (2 * orders) ** 0.5


def test_numbers_of_the_last_incomplete_run_are_skipped():
    n = 3 * 2**30  # the run from 3 * 2**30 is incomplete: a quarter of the 32-bit numbers falls away
    blocks = [hashlib.sha256(f"{SECRET}:{block}".encode()).digest() for block in range(5)]
    numbers = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    usable = [number for number in numbers if number < n]
    assert len(usable) < len(numbers)
    source = rng(SECRET)
    assert [source.below(n) for _ in usable] == usable


def test_numbers_below_n_are_all_reached_and_never_more():
    source = rng(SECRET)
    assert {source.below(6) for _ in range(200)} == set(range(6))
    assert {source.below(1) for _ in range(5)} == {0}


def test_any_source_of_chance_with_shuffle_will_do():
    board = Board(1, 0, 4, Options())
    assert hool.deal(board, Random(1)) == hool.deal(board, Random(1)) != hool.deal(board, Random(2))
