"""The screens a class has, in CSS pixels."""

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
DESK = {"width": 1366, "height": 768}
WALL = {"width": 1920, "height": 1080}
