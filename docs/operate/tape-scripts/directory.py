#!/usr/bin/python3
"""A tape system that is a directory: the example of the protocol, and what Bora's tests run.

Usage: directory.py ARCHIVE

The protocol is in docs/operate/tape-scripts.md. Python's own library is all that it needs.
"""
import json
import os
import sys
import uuid
import zlib

TEMPORARY = 75  # EX_TEMPFAIL: call again for the rest
CHUNK = 1 << 20


def say(file, report, **more):
    """One line for Bora. Flushed: a report that waits in a buffer is lost when we are killed."""
    print(json.dumps({"id": file["id"], "report": report, **more}), flush=True)


def failed(file, kind, text):
    say(file, "failed", kind=kind, text=text)


def copy(file, source, target):
    """Copies bytes, says how far it is, and returns their ADLER32."""
    adler, moved = 1, 0
    while chunk := source.read(CHUNK):
        target.write(chunk)
        adler, moved = zlib.adler32(chunk, adler), moved + len(chunk)
        say(file, "progress", bytes=moved)
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


def migrate(archive, file):
    """Every copy has a name of its own: writing again never harms what was written before.

    The ADLER32 that is reported is that of the copy: Bora may drop the file from disk after it.
    """
    name = file["id"] + "." + uuid.uuid4().hex
    path = os.path.join(archive, name)
    with open(file["path"], "rb") as source, open(path + ".part", "xb") as target:
        copy(file, source, target)
    adler = read_back(path + ".part")
    os.rename(path + ".part", path)
    directory = os.open(archive, os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)
    say(file, "done", volume="DIRECTORY", object=name, adler32=adler)


def stored(archive, file):
    """Where it is. The object is our own word coming back; all the same it must not lead away."""
    name = file["location"]["object"]
    return os.path.join(archive, os.path.basename(name)) if name else None


def recall(archive, file):
    """Writes into the file that is there: it has an owner and rights that must stay."""
    path = stored(archive, file)
    if not os.path.exists(path):
        failed(file, "lost", "the archive has no " + file["location"]["object"])
        return
    with open(path, "rb") as source, open(file["path"], "r+b") as target:
        target.truncate(0)
        adler = copy(file, source, target)
    say(file, "done", adler32=adler)


def remove(archive, file):
    """What is gone is removed."""
    try:
        os.unlink(stored(archive, file))
    except FileNotFoundError:
        pass
    say(file, "done")


def query(archive, file):
    """Nothing is said of what is not there."""
    if os.path.exists(stored(archive, file)):
        say(file, "found", readable=True)


def unwanted(document):
    """Identifiers of the files that are not wanted any more, as of now."""
    try:
        with open(document["unwanted"], encoding="ascii") as lines:
            return set(lines.read().split())
    except (KeyError, FileNotFoundError):
        return set()


def main():
    archive = sys.argv[1]
    document = json.load(sys.stdin)
    if document["version"] != 1:
        print("this script knows version 1 of the protocol", file=sys.stderr)
        return 1
    if not os.path.isdir(archive):
        print(archive + " is not there: is it mounted?", file=sys.stderr)
        return TEMPORARY
    work = {"migrate": migrate, "recall": recall, "remove": remove, "query": query}
    for file in document["files"]:
        if file["id"] in unwanted(document):
            failed(file, "stopped", "it is not wanted any more")
            continue
        try:
            work[document["operation"]](archive, file)
        except OSError as error:
            kind = "no-space" if error.errno in (28, 122) else "retry"  # ENOSPC, EDQUOT
            failed(file, kind, str(error))
    return 0


sys.exit(main())
