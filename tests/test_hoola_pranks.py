"""What may be tried at tables of Hoola: odd texts change nothing, and no page breaks by what was once accepted."""

import pytest

from hool.rules import hoola
from hool.rules.game import IllegalAction, play
from tests.hoola_play import do, made, may

# -- what a phone may send ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay on 8C 1", "lay 8C 1 on", "lay 1 on 8C", "lay on 1 8C"])
def test_only_cards_may_change_places_in_an_action(text):
    """Whoever reads the log again takes the card from before the meld."""
    state = made("8C 2C 3C 4C KD", "3S 4H", "5S 6D", melds="0 5C 6C 7C", drawn=True)
    with pytest.raises(IllegalAction, match="not possible now"):
        play(hoola, state, 0, text)
    assert len(do(state, "0 lay 8C on 1", "0 meld 4C 2C 3C").melds) == 2
    assert "lay 8C on 1" in may(state, 0)


def test_who_said_no_to_a_discard_is_not_told_that_it_may_still_be_taken():
    state = do(
        made("KD 2S", "4C 4S 9D", "8C 3H", drawn=True, discards="2D", turn=0), "0 discard KD", "1 pass", "2 pass"
    )
    assert "take" not in " ".join(may(state, 1))
    with pytest.raises(IllegalAction, match="Too late: the time to say thank you is over"):
        play(hoola, state, 1, "claim KD KS KH")
    state = do(made("4D 2S", "4C 4S 9D", "8C 3H", drawn=True, discards="2D", turn=0), "0 discard 4D", "clock close")
    with pytest.raises(IllegalAction, match="you may still take the card"):
        play(hoola, state, 1, "claim 4S 4D 4C")
