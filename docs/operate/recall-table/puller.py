#!/usr/bin/python3
"""A puller for Bora's task board: fetches work, does it in a directory, reports.

Usage: puller.py URL TOKENFILE LIBRARY NAME ARCHIVE [--once]

It is a reference: replace the four functions on files by what your tape system does. Python's
own library is all that it needs. The protocol is in docs/operate/recall-table.md.
"""
import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request
import uuid
import zlib

KINDS = ("recall", "query", "migrate", "remove")  # who waits for a file comes first
CHUNK = 1 << 20


class Board:
    """Bora's side."""

    def __init__(self, url, token_file, library, name):
        self.url, self.token_file, self.library, self.name = url, token_file, library, name
        self.tls = ssl.create_default_context()
        if os.path.isdir("/etc/grid-security/certificates"):
            self.tls.load_verify_locations(capath="/etc/grid-security/certificates")

    def post(self, path, question):
        with open(self.token_file, encoding="ascii") as file:
            token = next(line.strip() for line in file if line.strip() and line[0] != "#")
        request = urllib.request.Request(
            self.url + path, json.dumps(question).encode(),
            {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
        context = self.tls if self.url.startswith("https:") else None
        with urllib.request.urlopen(request, timeout=60, context=context) as answer:
            return json.load(answer)

    def take(self, kind, most):
        return self.post("/v1/tasks/take", {
            "library": self.library, "kind": kind, "most": most, "puller": self.name})["tasks"]

    def report(self, task, report, **more):
        """False: it is not wanted any more, or another puller has it."""
        answers = self.post("/v1/tasks/report", {
            "puller": self.name, "reports": [{"task": task["task"], "report": report, **more}]})
        return answers["answers"][0]["answer"] == "accepted"


def copy(source, target):
    adler = 1
    while chunk := source.read(CHUNK):
        target.write(chunk)
        adler = zlib.adler32(chunk, adler)
    target.flush()
    os.fsync(target.fileno())
    return "%08x" % adler


def read_back(path):
    """The ADLER32 of what the archive has, from its disk and not from memory."""
    adler = 1
    with open(path, "rb") as stored_copy:
        os.posix_fadvise(stored_copy.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while chunk := stored_copy.read(CHUNK):
            adler = zlib.adler32(chunk, adler)
    return "%08x" % adler


def migrate(board, archive, task):
    """A name of its own for every copy: what was written before is never touched.

    The ADLER32 that is reported is that of the copy: Bora may drop the file from disk after it.
    """
    name = task["id"] + "." + uuid.uuid4().hex
    path = os.path.join(archive, name)
    with open(task["path"], "rb") as source, open(path + ".part", "xb") as target:
        copy(source, target)
    adler = read_back(path + ".part")
    os.rename(path + ".part", path)
    if not board.report(task, "done", volume="DIRECTORY", object=name, adler32=adler):
        os.unlink(path)  # nobody will ever ask for this copy


def stored(archive, task):
    return os.path.join(archive, os.path.basename(task["location"]["object"]))


def recall(board, archive, task):
    """Into the file that is there: it has an owner and rights that must stay."""
    if not os.path.exists(stored(archive, task)):
        board.report(task, "failed", kind="lost", text="the archive does not have it")
        return
    if not board.report(task, "progress", bytes=0):
        return
    with open(stored(archive, task), "rb") as source, open(task["path"], "r+b") as target:
        target.truncate(0)
        adler = copy(source, target)
    board.report(task, "done", adler32=adler)


def remove(board, archive, task):
    """What is gone is removed."""
    if os.path.exists(stored(archive, task)):
        os.unlink(stored(archive, task))
    board.report(task, "done")


def query(board, archive, task):
    if os.path.exists(stored(archive, task)):
        board.report(task, "found", readable=True)
    else:
        board.report(task, "failed", kind="lost", text="the archive does not have it")


def pull(board, archive):
    """One round over all kinds of work; how many tasks there were."""
    work = {"recall": recall, "query": query, "migrate": migrate, "remove": remove}
    done = 0
    for kind in KINDS:
        for task in board.take(kind, 10):
            done += 1
            try:
                work[kind](board, archive, task)
            except urllib.error.URLError:
                raise
            except OSError as error:
                failure = "no-space" if error.errno in (28, 122) else "retry"  # ENOSPC, EDQUOT
                board.report(task, "failed", kind=failure, text=str(error))
    return done


def main():
    url, token_file, library, name, archive = sys.argv[1:6]
    board = Board(url.rstrip("/"), token_file, library, name)
    while True:
        try:
            if not pull(board, archive):
                time.sleep(float(os.environ.get("PULLER_PAUSE", "5")))
        except (urllib.error.URLError, TimeoutError) as error:
            print(error, file=sys.stderr)
            time.sleep(float(os.environ.get("PULLER_PAUSE", "5")))
        if "--once" in sys.argv:
            return


main()
