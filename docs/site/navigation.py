"""The order of the pages. What is not named here stands under 'More', so that no page is lost; and what their Markdown needs."""

from pathlib import Path

import json
import re

# of a list's item; Python-Markdown knows fences only where they begin a line
INDENTED = re.compile(r"^( +)```\w*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)

SECTIONS = [
    ("Start", ["README.md", "docs/README.md", "docs/operate/guide.md", "docs/operate/install.md", "docs/operate/repository.md", "docs/operate/ansible.md", "docs/operate/docker.md", "docs/operate/kubernetes.md",
               "docs/operate/configuration.md",
               "docs/operate/wrong-configuration.md", "docs/operate/split.md", "docs/operate/upgrade.md"]),
    ("How to", ["docs/howto/gpfs.md", "docs/howto/lustre.md", "docs/operate/tape.md", "docs/operate/tape-scripts.md",
                "docs/operate/recall-table.md", "docs/operate/virtual-library.md", "docs/howto/galera.md", "docs/howto/haproxy.md",
                "docs/howto/vo.md", "docs/howto/grid-services.md", "docs/howto/host-certificate.md", "docs/operate/from-storm.md", "docs/operate/publish.md"]),
    ("Day by day", ["docs/operate/admin.md", "docs/operate/page.md", "docs/operate/troubleshooting.md", "docs/operate/observability.md", "docs/operate/alerts.md", "docs/operate/policy.md",
                    "docs/operate/s3.md", "docs/operate/s3-keys.md", "docs/operate/space.md", "docs/operate/permissions.md", "docs/operate/lifetimes.md", "docs/operate/copy.md",
                    "docs/operate/filesystems.md"]),
    ("Reference", ["docs/GLOSSARY.md", "docs/reference/*.md", "CHANGELOG.md"]),
    ("How it works", ["docs/FLOW.md", "docs/INVARIANTS.md", "docs/RELIABILITY.md", "docs/PERFORMANCE.md", "SECURITY.md",
                      "docs/ATTACKS.md", "CONTRIBUTING.md"]),
    ("Decisions", ["docs/adr/*.md"]),
]


def on_config(config):
    source = Path(config["docs_dir"])
    left = {str(page.relative_to(source)) for page in source.rglob("*.md")}
    nav = []
    for title, patterns in SECTIONS:
        pages = [str(page.relative_to(source)) for pattern in patterns for page in sorted(source.glob(pattern))]
        pages = [page for page in pages if page in left]
        left.difference_update(pages)
        if pages:
            nav.append({title: [{heading(source / page): page} for page in pages]})
    if left:
        nav.append({"More": [{heading(source / page): page} for page in sorted(left)]})
    config["nav"] = nav
    return config


def on_page_markdown(markdown, **_):
    """Fences within lists become code that is indented further than the item is."""
    return INDENTED.sub(lambda fence: re.sub(r"^(?=.)", "     ", fence.group(2), flags=re.MULTILINE), markdown)


def on_post_build(config):
    """Searches find no decisions (docs/adr), and a result that is a section names its page."""
    index = Path(config["site_dir"]) / "search" / "search_index.json"
    found = json.loads(index.read_text(encoding="utf-8"))
    pages = {entry["location"]: entry["title"] for entry in found["docs"] if "#" not in entry["location"]}
    kept = []
    for entry in found["docs"]:
        page, _, section = entry["location"].partition("#")
        if page.startswith("docs/adr/"):
            continue
        if section and pages[page] != entry["title"]:
            entry["title"] = f"{pages[page]}: {entry['title']}"
        kept.append(entry)
    found["docs"] = kept
    index.write_text(json.dumps(found, separators=(",", ":")), encoding="utf-8")


def heading(page):
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found.group(1).replace("`", "") if found else page.stem
