#!/usr/bin/python3
"""HPSS, by its client hsi.

Usage: hpss.py DIRECTORY [OPTION OF hsi ...]       for example: hpss.py /home/bora/tape -A keytab

DIRECTORY is in HPSS, of ours alone. Files come back one after the other, in the order of tapes
and positions as "ls -P" tells them; HPSS leaves the tape in the drive between them. Each copy is
read back once, from wherever HPSS has it, before it counts.
"""
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import batch  # noqa: E402

NOT_THERE = ("HPSS_ENOENT", "No such file")


def order(both):
    place = both[0] or {}
    return place.get("volume", ""), place.get("position", 0)


class Hsi:
    def __init__(self, directory, options):
        self.directory, self.options = directory.rstrip("/") + "/", options

    def hsi(self, line):
        return batch.command("hsi", "-q", *self.options, line)

    def look(self, name):
        """Where the file is: volume and position, empty while it is on HPSS's disks; or None."""
        code, said = self.hsi("ls -P " + self.directory + name)
        for line in said.splitlines():
            fields = line.split()
            if len(fields) > 1 and fields[0] == "FILE" and fields[1].endswith(name):
                return self.place(fields)
        if any(sign in said for sign in NOT_THERE):
            return None
        raise batch.Unreachable("hsi ls ended with code %d" % code)

    @staticmethod
    def place(fields):
        """FILE path size size-on-tape section+offset volume ..."""
        section, _, offset = (fields[4] if len(fields) > 5 else "").partition("+")
        if not section.isdigit() or not fields[5].isalnum():
            return {}
        ordered = int(section) * 1_000_000_000 + int(offset if offset.isdigit() else 0)
        return {"volume": fields[5], "position": ordered}

    def has(self, name):
        return self.look(name) is not None

    def mark(self, name):
        with tempfile.NamedTemporaryFile() as empty:
            self.put(empty.name, name)

    def put(self, path, name):
        """By a link, since hsi reads blanks and quotes in names its own way."""
        with tempfile.TemporaryDirectory() as scratch:
            link = os.path.join(scratch, name)
            os.symlink(path, link)
            line = "mkdir -p %s; put %s : %s" % (self.directory, link, self.directory + name)
            return self.hsi(line)[0]

    def migrate(self, files):
        for file in files:
            name = batch.new_name(file)
            try:
                os.stat(file["path"])
            except OSError as error:
                batch.failed_here(file, error)
                continue
            code = self.put(file["path"], name)
            place = self.look(name) if code == 0 else None
            if place is None:
                batch.failed(file, "retry", "hsi put ended with code %d" % code)
            else:
                self.verify(file, name, place)

    def verify(self, file, name, place):
        """Reads back what HPSS has; Bora compares the checksum and may drop the file then."""
        code, adler = batch.checksum_from(
            ["hsi", "-q", *self.options, "get - : " + self.directory + name])
        if code == 0:
            batch.done(file, object=name, adler32=adler, **place)
        else:
            batch.failed(file, "retry", "hsi get, to verify the copy, ended with code %d" % code)

    def recall(self, files):
        places = [(self.look(batch.name_of(file)), file) for file in files]
        places.sort(key=order)
        for place, file in places:
            if place is None:
                batch.for_certain_lost(file, self)
            else:
                self.get(file, place)

    def get(self, file, place):
        name = batch.name_of(file)
        line = "get - : " + self.directory + name
        try:
            code, adler = batch.read_from(["hsi", "-q", *self.options, line], file)
        except OSError as error:
            batch.failed_here(file, error)
            return
        if code == 0:
            batch.done(file, object=name, adler32=adler, **place)
        else:
            batch.failed(file, "retry", "hsi get ended with code %d" % code)

    def remove(self, files):
        for file in files:
            name = batch.name_of(file)
            code, _ = self.hsi("rm " + self.directory + name)
            if code == 0 or not self.has(name):
                batch.done(file)
            else:
                batch.failed(file, "retry", "hsi rm ended with code %d" % code)

    def query(self, files):
        for file in files:
            if self.has(batch.name_of(file)):
                batch.say(file, "found", readable=True)


sys.exit(batch.run(Hsi(sys.argv[1], sys.argv[2:])))
