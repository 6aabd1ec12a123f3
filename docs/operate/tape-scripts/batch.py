"""What the scripts of this directory have in common: Bora's side of the protocol.

The protocol is in docs/operate/tape-scripts.md. Python's own library is all that it needs.
A script has a class with methods migrate, recall, remove and query, each given the files of the
batch, and calls run() with it. Copy this file beside it.
"""
import collections
import errno
import json
import os
import subprocess
import sys
import uuid
import zlib

TEMPORARY = 75  # EX_TEMPFAIL: call again for the rest
CHUNK = 1 << 20
MARKER = "bora-marker"


class Unreachable(Exception):
    """The tape system does not answer as it should: nothing more can be done in this run."""


def say(file, report, **more):
    """One line for Bora. Flushed: a report that waits in a buffer is lost when we are killed."""
    print(json.dumps({"id": file["id"], "report": report, **more}), flush=True)


def done(file, **more):
    say(file, "done", **more)


def failed(file, kind, text):
    say(file, "failed", kind=kind, text=text)


def failed_here(file, error):
    """An error of the disk, not of the tape system."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    failed(file, "no-space" if full else "retry", str(error))


def new_name(file):
    """A name that no other copy has: writing again never harms what was written before."""
    return file["id"] + "." + uuid.uuid4().hex


def name_of(file):
    return file["location"]["object"]


def command(*words, quiet=False):
    """Runs a command of the tape system; returns its exit code and what it said at the end.

    What it says goes to standard error line by line: to Bora's log, and as a sign of life. Of a
    question that is asked again and again only the failures do.
    """
    try:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace")
    except FileNotFoundError:
        sys.exit(missing(words[0]))
    last = collections.deque(maxlen=2000)
    with process:
        for line in process.stdout:
            last.append(line)
            if not quiet:
                print(line.rstrip(), file=sys.stderr, flush=True)
    if quiet and process.returncode:
        print("".join(last).rstrip(), file=sys.stderr, flush=True)
    return process.returncode, "".join(last)


def missing(program):
    return (program + " is not there: install the client of the tape system on this machine, or"
            " say where it is, in the library's environment: [PATH=/its/directory:/usr/bin:/bin]")


def checksum(source):
    """The ADLER32 of all that can be read, as Bora writes it."""
    adler = 1
    while chunk := source.read(CHUNK):
        adler = zlib.adler32(chunk, adler)
    return "%08x" % adler


def checksum_from(words):
    """The same of what a command says on standard output; returns code and ADLER32."""
    try:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    except FileNotFoundError:
        sys.exit(missing(words[0]))
    with process:
        adler = checksum(process.stdout)
    return process.returncode, adler


def read_from(words, file):
    """Writes what a command says on standard output into the file; returns code and ADLER32."""
    try:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    except FileNotFoundError:
        sys.exit(missing(words[0]))
    with process:
        try:
            adler = write_into(file, process.stdout)
        except OSError:
            process.kill()
            raise
    return process.returncode, adler


def write_into(file, source):
    """Into the file that is there: it has an owner and rights that must stay."""
    adler, moved, told = 1, 0, 0
    with open(file["path"], "r+b") as target:
        target.truncate(0)
        while chunk := source.read(CHUNK):
            target.write(chunk)
            adler, moved = zlib.adler32(chunk, adler), moved + len(chunk)
            if moved - told >= 64 * CHUNK:
                say(file, "progress", bytes=moved)
                told = moved
        target.flush()
        os.fsync(target.fileno())
    return "%08x" % adler


def for_certain_lost(file, system):
    """A file that the system does not know is lost, unless the system is the wrong one.

    A typing error in the name of a node would otherwise give up every file of the site. The
    first migration leaves a marker: where it is not found we are not where we were.
    """
    if system.has(MARKER):
        failed(file, "lost", "the tape system does not have " + name_of(file))
    else:
        failed(file, "retry", "the tape system knows neither " + name_of(file) + " nor the marker "
               + MARKER + ": is it the one that the file was written to?")


def wanted(document):
    """The files, without those that are not wanted any more by the time they come up."""
    for file in document["files"]:
        try:
            with open(document.get("unwanted", ""), encoding="ascii") as lines:
                unwanted = set(lines.read().split())
        except FileNotFoundError:
            unwanted = set()
        if file["id"] in unwanted:
            failed(file, "stopped", "it is not wanted any more")
        else:
            yield file


def parts(files, most):
    """Lists of so many files."""
    part = []
    for file in files:
        part.append(file)
        if len(part) == most:
            yield part
            part = []
    if part:
        yield part


def run(system):
    """Does what the document on standard input asks for; the value is for sys.exit()."""
    document = json.load(sys.stdin)
    if document["version"] != 1:
        return "this script knows version 1 of the protocol"
    operation = document["operation"]
    try:
        if operation == "query" and not system.has(MARKER):
            return "the marker " + MARKER + " is not found: is it the right tape system?"
        if operation == "migrate" and not system.has(MARKER):
            system.mark(MARKER)
        work = {"migrate": system.migrate, "recall": system.recall,
                "remove": system.remove, "query": system.query}
        work[operation](wanted(document))
    except Unreachable as trouble:
        print(trouble, file=sys.stderr)
        return TEMPORARY
    return 0
