"""Double-dummy analysis: what could have been made, and what a card cost."""
