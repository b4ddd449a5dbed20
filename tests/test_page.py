"""What a phone has to fetch on a school's Wi-Fi stays small: bench/page.py counts it."""

from bench import page


def test_a_students_first_page_and_every_later_one_are_small():
    found = dict(page.measure())
    first, later = found["the table, first page of all"], found["the table again"]
    assert len(first) <= page.GOAL_REQUESTS, first
    assert sum(first.values()) <= page.GOAL_KB * 1024, first
    assert len(later) == 1 and sum(later.values()) <= page.LATER_KB * 1024, later


def test_a_file_made_of_several_holds_them_whole():
    """Without comments, and with nothing else left out."""
    from hool import web

    for name, parts in web.BUNDLES.items():
        body = web._static(name)[0].decode()
        assert b"/*" not in web._lean("app.css")
        for part in parts:
            text = (web.STATIC / part).read_text("utf-8").strip()
            code = [line.strip() for line in text.splitlines() if not line.strip().startswith("//")]
            assert code[-1] in body and code[len(code) // 2].partition("  // ")[0].partition("/*")[0] in body, (
                name,
                part,
            )
