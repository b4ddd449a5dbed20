from hool.formats import pbn


def looks_like(text: str) -> bool:
    return False


read = pbn.read
