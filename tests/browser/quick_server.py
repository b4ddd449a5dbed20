"""`python app.py`, with robots that pause for a quarter of the time: nobody has to follow them here.

The folder TEMPLATES keeps the compiled templates for all servers of a run.
"""

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()

import os
import runpy

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from hool import live, tables

SHORTER = 4

for name in ("THINK", "CARD", "AFTER_TRICK"):
    setattr(tables, name, getattr(tables, name) / SHORTER)
for name in ("HOLD_TRICK", "HOLD_BIDS"):
    setattr(live, name, getattr(live, name) // SHORTER)

Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(os.environ["TEMPLATES"])}

if __name__ == "__main__":
    runpy.run_path("app.py", run_name="__main__")
