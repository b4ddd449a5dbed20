"""What a hint says instead of a robot's own reason: the thought behind it, to "you", without the card or call.

`WHY[message]` is, for each message of the standard robot, the thought and the key of the question that leads to it (a
method of `Asker` in `hints.py`). A thought takes over those parameters of the reason that it names itself.
"""

from __future__ import annotations

from hool.rules.text import Text, say, say_count

_PARTNER_WINS = say("Partner is already winning this trick.")
_OTHER_WINS = say("The other hand is already winning this trick.")
_TOWARDS = say("A high card wins more often when the others have to play before it.")
_MAY_TRUMP = say("You have none of this suit left, so you may trump.")
_SURE = say("You have a card that nobody can beat.")

_CLUES: dict[str, tuple[Text, str]] = {
    "I tell my points first because they say most about a hand.": (
        say("Partner does not know yet how strong you are."), "points_mine",
    ),
    "Partner told {suit}, so I tell how many I have to go with them.": (
        say("Partner told a suit, and you have cards in it, too."), "partner_told",
    ),
    "I tell my longest suit: it may become the trump suit.": (
        say("One of your suits is longer than the others. It may become the trump suit."), "longest",
    ),
    "I have no long suit, so I tell my longer major suit.": (
        say("You have no long suit. Which of your suits could still become trumps?"), "longest",
    ),
    "Of the clues left, I tell my next longest suit.": (
        say("A long suit tells partner more than a short one."), "longest",
    ),
    "This is the clue that is left.": (say("There is only one clue left to tell."), "longest"),
}  # fmt: skip

_CALLS: dict[str, tuple[Text, str]] = {
    "Together we should have only about {count} point, so I promise nothing.": (
        say_count(
            "Together you should have only about {count} point.",
            "Together you should have only about {count} points.", 0,
        ), "points_together",
    ),
    "I see no bid that we can expect to make.": (say("No promise looks safe for your side."), "points_together"),
    "I expect about {count} trick for us in {suit}.": (
        say_count("You can expect about {count} trick together.", "You can expect about {count} tricks together.", 0),
        "fit",
    ),
    "Together we should have about {points} points: that is about {count} trick without trumps.": (
        say_count(
            "Together you should have about {points} points: that is about {count} trick.",
            "Together you should have about {points} points: that is about {count} tricks.", 0,
        ), "points_together",
    ),
    "Together we should have about {points} points and {cards} {suit}: that is about {count} trick.": (
        say_count(
            "Together you should have about {points} points and {cards} cards of one suit: about {count} trick.",
            "Together you should have about {points} points and {cards} cards of one suit: about {count} tricks.", 0,
        ), "fit",
    ),
    "{why} What {bid} pays is worth the risk.": (say("{why} A brave promise may pay here."), ""),
    "{standing} may well fail, but a double is dear if it does not.": (
        say("Their promise may fail, but you cannot be sure enough of that."), "standing",
    ),
    "They promised {needed} tricks and I expect them to take only about {count}.": (
        say_count(
            "They promised {needed} tricks, and you can expect them to take only about {count}.",
            "They promised {needed} tricks, and you can expect them to take only about {count}.", 0,
        ), "standing",
    ),
    "I think they can make {standing}, and we have no better bid.": (
        say("You can expect them to take the tricks they promised."), "points_theirs",
    ),
    "{standing} would bring them about {points} points. My bid may fail, but that costs us less.": (
        say("Their contract would bring them about {points} points. To fall short yourselves could cost less."),
        "standing",
    ),
    "I need {needed} tricks and still expect to take them, so four times the points are welcome.": (
        say("You need {needed} tricks and can still expect to take them."), "standing",
    ),
    "I am not sure enough of {needed} tricks to make it four times.": (
        say("You are not sure of {needed} tricks, and four times the points can go to the others, too."), "standing",
    ),
    "{bid} is what I would choose, or nearly as good.": (
        say("What partner proposes is about as good as anything else."), "fit",
    ),
}  # fmt: skip

_LEADS: dict[str, tuple[Text, str]] = {
    "I lead low and keep the high card.": (say("A high card is worth most when it beats something."), "highest"),
    "The {card} is the top of cards in a row.": (
        say("You have high cards in a row: they drive out the card above them."), "highest",
    ),
    "It is my only {suit}.": (say("You have a suit with a single card."), "highest"),
    "From two cards I lead the higher one.": (say("You have a suit of only two cards."), "highest"),
    "I lead the fourth best of my long suit.": (
        say("A long suit can grow: in the end its small cards win."), "highest",
    ),
    "I lead my highest {suit}.": (say("You have a suit in which a lead gives nothing away."), "highest"),
    "I have nothing better to do, so I lead a low card.": (
        say("There is nothing to win at once, so no high card should be wasted."), "highest",
    ),
    "I play on {suit}: when the high ones are gone, our small ones can win.": (
        say("When the high cards of a suit are gone, its small ones can win."), "needed",
    ),
    "I draw trumps: the opponents may still have {count}.": (
        say_count(
            "The others may still have {count} trump. They could trump your winners.",
            "The others may still have {count} trumps. They could trump your winners.", 0,
        ), "trumps_out",
    ),
    "I lead towards the {card}: it wins if the {missing} comes before it.": (_TOWARDS, "needed"),
    "I lead low towards the {card}.": (_TOWARDS, "needed"),
    "I lead low to the high {suit} in the other hand.": (say("The other hand has a high card waiting."), "needed"),
    "I lead the {card}: the {missing} is caught if it comes next.": (
        say("A high card of theirs may be caught between your two hands."), "needed",
    ),
    "I play my high {suit} first.": (
        say("High cards come first from the hand that is shorter in the suit."), "needed",
    ),
    "I drive out the {card}, so that my next cards become high.": (
        say("One of their cards stands above yours. When it is gone, yours are high."), "needed",
    ),
    "I cross to the other hand, to lead {suit} from there.": (
        say("It would be better to lead from the other hand."), "needed",
    ),
    "I cross to the other hand, which has the winning {suit}.": (
        say("The other hand has winners, and you have to get there."), "needed",
    ),
    "One hand has a single {suit}: I play it now, to trump the other hand's losers later.": (
        say("One of your two hands is short in a suit and could soon trump it."), "trumps_out",
    ),
    "The other hand has no {suit}, so my losing {card} can be trumped there.": (
        say("One of your hands can trump what the other one would lose."), "trumps_out",
    ),
    "All the cards left here win, so I play them from the top.": (say("All the cards of this hand win now."), "needed"),
    "Nobody can beat this card, so I take the trick.": (_SURE, "highest"),
    "I have the tricks that beat the contract, so I take them.": (
        say("You have enough sure tricks to beat the contract."), "needed",
    ),
    "I can count enough sure tricks for my contract, so I take them now.": (
        say("You have enough sure tricks for your contract."), "needed",
    ),
    "I need every trick that is left, so I take the sure ones first.": (
        say("You need every trick that is left."), "needed",
    ),
    "Partner led {suit} before, so I lead them back.": (
        say("Partner has led a suit before and may have more in it."), "partner_led",
    ),
    "Partner told us {count} {suit}, so I lead that suit.": (say("Partner told us a long suit."), "partner_told"),
    "Partner bid {suit}, so I lead that suit.": (say("Partner's bid named a suit."), "partner_told"),
    "Partner has no {suit} left and can trump.": (say("Partner has run out of a suit and can trump."), "trumps_out"),
    "A small trump gives nothing away.": (
        say("Some leads give away a trick. Look for one that gives nothing away."), "highest",
    ),
    "It is my only {suit}: next time I can trump.": (
        say("As soon as you run out of a suit, you can trump it."), "trumps_out",
    ),
    "Dummy, who plays last, is weak in {suit}.": (
        say("Dummy plays last in this trick, and is weak in a suit."), "highest",
    ),
    "I lead through dummy's high {suit}.": (
        say("Dummy plays right after you, and partner comes last."), "highest",
    ),
    "I go on with {suit}, the suit I started.": (say("You have started on a suit already."), "highest"),
}  # fmt: skip

_FOLLOWS: dict[str, tuple[Text, str]] = {
    "I play the {card}: it may win this trick.": (say("You may win this trick."), "told_left"),
    "I try the {card}: it wins unless the {missing} comes after it.": (
        say("There is a chance to win this trick without your highest card."), "told_left",
    ),
    "I win this trick with the {card}: nobody can beat it.": (say("You can win this trick for sure."), "can_win"),
    "Third hand plays high: the {card} is the card that may win here.": (
        say("Partner has played already, and somebody may still beat that card."), "winning",
    ),
    "Second hand plays low: partner still comes last.": (say("Partner still comes after you, and last."), "after"),
    "Second hand plays low: the other hand can still win this trick.": (
        say("The other hand can still win this trick."), "after",
    ),
    "I play the {card} now: the other hand could not win this trick cheaply.": (
        say("The other hand could not win this trick cheaply."), "can_win",
    ),
    "Partner is already winning this trick, so I play low.": (_PARTNER_WINS, "winning"),
    "Partner is already winning this trick, so I throw away a card that I do not need.": (_PARTNER_WINS, "winning"),
    "The other hand is already winning this trick, so I play low here.": (_OTHER_WINS, "winning"),
    "The other hand is already winning this trick, so I throw away a card I do not need.": (_OTHER_WINS, "winning"),
    "I cannot win this trick, so I play my lowest {suit}.": (say("Nothing here can win this trick."), "can_win"),
    "I cannot win this trick, so I throw away a card that I do not need.": (
        say("Nothing here can win this trick. Which card will not be missed?"), "can_win",
    ),
    "I play last, and this card wins the trick.": (say("You play last and can win this trick."), "can_win"),
    "I play last: this is the cheapest card that wins the trick.": (
        say("You play last and can win this trick cheaply."), "can_win",
    ),
    "Nobody can beat partner's card any more, so I play low.": (
        say("Nobody can beat partner's card any more."), "told_left",
    ),
    "Nobody can beat the other hand's card any more, so I play low here.": (
        say("Nobody can beat the other hand's card any more."), "winning",
    ),
    "My cards would do no more than the one that is winning already, so I play low.": (
        say("Your cards would do no more than the one that is winning already."), "winning",
    ),
    "Partner's {card} may well win, so I keep my high card.": (
        say("Partner's card may well win by itself."), "told_left",
    ),
    "I let the {card} run: perhaps it wins by itself.": (
        say("The card from the other hand may win by itself."), "winning",
    ),
    "Whatever I play will be beaten, so I play low.": (say("Whatever you play will be beaten."), "can_win"),
    "Neither hand can win this trick, so I play low.": (
        say("Neither of your two hands can win this trick."), "can_win",
    ),
    "Players after me will probably beat my {card}, so I keep it.": (
        say("Those who play after you will probably beat your high card."), "told_left",
    ),
    "Dummy must play the {forced}, and my {card} beats it.": (
        say("Dummy has to play a high card now, and you can beat it."), "can_win",
    ),
    "I take this trick now: it is late, and the {card} wins for sure.": (
        say("It is late, and you can win this trick for sure."), "needed",
    ),
    "Dummy has no more {suit} and could trump next time, so I take my {card} now.": (
        say("Dummy has run out of this suit and could trump it next time."), "trumps_out",
    ),
    "An honour was led, so I cover it with an honour.": (
        say("When two high cards fall in one trick, smaller ones grow."), "can_win",
    ),
    "I hold king and queen: if the queen drives out the ace, my king is high.": (
        say("You have two high cards in a row: one can drive out the card above them."), "can_win",
    ),
    "The other hand can trump this, so I play low here.": (say("The other hand can trump this trick."), "after"),
    "The other hand wins this trick, so I need no trump here.": (
        say("The other hand wins this trick without a trump."), "after",
    ),
    "A low card was led and partner may win it, so I keep my trump.": (
        say("A low card was led, and partner may win this trick."), "after",
    ),
    "The next player would beat my trump, so I throw away another card.": (
        say("The next player would beat your trump."), "told_left",
    ),
    "The next player will probably beat the {best}, so I trump this trick.": (
        say("The next player will probably beat the card that is winning now."), "told_left",
    ),
    "I have no {suit} left, so I win with my cheapest trump.": (_MAY_TRUMP, "can_win"),
    "I have no {suit} left, so I win with a trump.": (_MAY_TRUMP, "can_win"),
    "I trump high, so that the next player cannot trump over it.": (
        say("You may trump, but the next player may trump higher."), "told_left",
    ),
    "It is the last card.": (say("There is only one card left."), "only"),
    "It is the only {suit} here, and I must follow suit.": (say("Only one card here follows suit."), "only"),
}  # fmt: skip

WHY: dict[str, tuple[Text, str]] = _CLUES | _CALLS | _LEADS | _FOLLOWS

_SPARE = say("No card here is sure to win. Which one can you spare?")

ONE_SUIT: dict[str, Text] = {"From two cards I lead the higher one.": _SPARE, "I lead my highest {suit}.": _SPARE}
"""Other thoughts where all cards are of one suit, which nobody chooses."""
