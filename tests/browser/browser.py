"""The browser that the browser tests drive: find it, or install one (`make test` runs this as a command)."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS = ("fonts-dejavu-core", "fonts-noto-color-emoji")


def system_browser() -> str | None:
    """The path of a Chromium that this computer brings along and that starts, else None."""
    for path in filter(None, map(shutil.which, NAMES)):
        # Ubuntu's chromium-browser is only a pointer to a snap, which containers do not have.
        if subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


def starts() -> bool:
    """Whether Playwright can open a page with the system's browser, else with its own."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            playwright.chromium.launch(executable_path=system_browser()).close()
        except Error:
            return False
    return True


def install() -> None:
    """Debian's Chromium when we may install it, else Playwright's own build in the user's cache."""
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([apt, "update", "-qq"], env=quiet, stdout=subprocess.DEVNULL)
        wanted = [apt, "install", "-y", "-qq", "--no-install-recommends", "chromium", *FONTS]
        subprocess.run(wanted, env=quiet, stdout=subprocess.DEVNULL)
    if system_browser() is None:
        print("Fetching a browser for the tests ...", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


def main() -> int:
    if starts():
        return 0
    install()
    if starts():
        return 0
    if shutil.which("apt-get"):
        command = f"sudo apt-get update && sudo apt-get install -y chromium {' '.join(FONTS)}"
    else:
        command = f"{sys.executable} -m playwright install --with-deps chromium"
    print(f"The browser tests need a browser, and none could be installed. An administrator must run:\n  {command}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
