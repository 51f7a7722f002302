"""
Makes pages of the site from files that are not in docs/: README.md is its first page, and the tables and pictures of
benchmarks/results are pages below results/. Links between all of these work in the site as they do in the repository; a link
to another file of the repository becomes its text, since the site does not have that file.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parent.parent
DOCS = "docs/"
RESULTS = "benchmarks/results/"
# files of the root that are pages, and what they are called in the site: docs/ has a page security.md of its own
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "vulnerabilities.md",
    "CHANGELOG.md": "changelog.md",
}
# of pages that have a word, a search offers those that say what it means first, and those about the project itself last
FOUND_FIRST = ("reference.md", "configuration.md", "concepts.md")
FOUND_LAST = ("benchmarks/", "design/", "changelog.md", "contributing.md")

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


def page_of(path):
    """Returns the file of the site for one of the repository, by its path there; None if the site has none."""
    if path in PAGES:
        return PAGES[path]
    if path.startswith(DOCS):
        return path[len(DOCS):]
    if path.startswith(RESULTS) and path.endswith((".md", ".svg")):
        return "results/" + path[len(RESULTS):]
    return None


def path_of(page):
    """Returns the path in the repository of a file of the site."""
    for name, of_site in PAGES.items():
        if of_site == page:
            return name
    if page.startswith("results/"):
        return RESULTS + page[len("results/"):]
    return DOCS + page


def with_links(markdown, page):
    """Returns a page's Markdown with links as they are in the site. Code is left as it is."""
    folder = posixpath.dirname(path_of(page))

    def link(match):
        image, text, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match.group(0)
        file, hash_, anchor = target.partition("#")
        other = page_of(posixpath.normpath(posixpath.join(folder, file)))
        if other is None or not (ROOT / path_of(other)).is_file():
            return text
        return f"{image}[{text}]({posixpath.relpath(other, posixpath.dirname(page) or '.')}{hash_}{anchor})"

    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def on_files(files, config):
    files.append(File.generated(config, "assets/site.css", abs_src_path=str(ROOT / "site" / "site.css")))
    for name, page in PAGES.items():
        if (ROOT / name).is_file():
            files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for file in sorted((ROOT / RESULTS).iterdir()):
        page = page_of(RESULTS + file.name)
        if page:
            files.append(
                File.generated(config, page, abs_src_path=str(file), inclusion=InclusionLevel.NOT_IN_NAV)
            )
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri.startswith("results/"):
        # the numbers of runs have the words of all questions, and would come before the pages that explain them
        page.meta["search"] = {"exclude": True}
    elif page.file.src_uri in FOUND_FIRST:
        page.meta["search"] = {"boost": 2}
    elif page.file.src_uri.startswith(FOUND_LAST):
        page.meta["search"] = {"boost": 0.5}
    return with_links(markdown, page.file.src_uri)

