"""
Lists the releases that a folder has the site of, for the menu of releases, and makes its first page lead to the one that was
built last.

Usage: releases.py FOLDER RELEASE
"""

import json
import re
import sys
from pathlib import Path


def order(release):
    """Returns what releases are ordered by: numbers as numbers, and a snapshot before its release."""
    numbers = [int(number) for number in re.findall(r"\d+", release)]
    return numbers, not release.endswith("-SNAPSHOT"), release


def main(folder, release):
    releases = sorted((page.parent.name for page in folder.glob("*/index.html")), key=order, reverse=True)
    (folder / "versions.json").write_text(
        json.dumps([{"version": name, "title": name, "aliases": []} for name in releases], indent=2) + "\n"
    )
    (folder / "index.html").write_text(
        f'<!doctype html>\n<meta charset="utf-8">\n<title>Trino Skipping</title>\n'
        f'<meta http-equiv="refresh" content="0; url={release}/index.html">\n'
        f'<a href="{release}/index.html">Documentation of Trino Skipping {release}</a>\n'
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
