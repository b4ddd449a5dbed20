"""Axe, which finds what keeps people from using a page."""

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

AXE = Axe()
# By night only the colours differ.
RULES = {"dark": {"runOnly": ["color-contrast"]}, "light": {"resultTypes": ["violations"]}}
# It stays in the page, and of what it found only the faults come back: the rest is much.
RUN = "(options) => axe.run(options).then(({violations}) => ({violations}))"


def faults(page: Page, theme: str) -> str:
    """What axe finds on the page as it is, in words; "" if nothing. ``theme``: "light" for all rules, "dark"."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.axe_script)
    found = AxeResults(page.evaluate(RUN, RULES[theme]))
    return f"{page.url}, {theme}:\n{found.generate_report()}" if found.violations_count else ""
