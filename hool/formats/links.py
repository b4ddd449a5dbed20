"""Links that open a board in the hand viewer of a large online bridge site.

They are only ever links: nothing of that site is loaded here. They carry no name of a player, for a link tells the site
whatever stands in it.
"""

from __future__ import annotations

from urllib.parse import quote

from hool.formats.boards import NAMES, FileBoard
from hool.formats.lin import auction_pairs, deal_pairs, made_up_auction, play_pairs
from hool.formats.own import own_data

VIEWER = "https://www.bridgebase.com/tools/handviewer.html?lin="
HOST = "bridgebase.com"


def viewer_link(board: FileBoard) -> str:
    """The address, at most 2000 characters; players are called by their seats. A board without a contract is shown
    without its cards played, see `lin`. Raises IllegalAction if its acts are illegal."""
    view = own_data(board).view
    pairs = [*deal_pairs(board, NAMES), *auction_pairs(board.auction or made_up_auction(board)), *play_pairs(view)]
    if board.tricks is not None and (view.phase != "done" or view.claimed):
        pairs.append(("mc", str(board.tricks)))
    # The marks between tricks are for reading, and the viewer needs none.
    return VIEWER + quote("".join(f"{key}|{value}|" for key, value in pairs if key != "pg"), safe=",")
