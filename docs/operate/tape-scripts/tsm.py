#!/usr/bin/python3
"""IBM Storage Protect (TSM), by archive and retrieve of its client dsmc.

Usage: tsm.py SCRATCH [OPTION OF dsmc ...]        for example: tsm.py /var/spool/bora-tsm -se=tape1

SCRATCH is a directory of ours alone that is there; at the same path on all backends, since archived
files have names in it. It must have room for the files of 16 recalls: dsmc replaces files, and
Bora's must stay the same, so they are copied from there. The server orders a recall by tape.
Each copy is read back once, 16 files at a time, before it counts.
"""
import contextlib
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import batch  # noqa: E402

AT_ONCE = {"migrate": 100, "recall": 16}
LONGEST_RUN = 3 * 86400  # seconds, more than longest-batch
NO_MATCH = "ANS1092W"  # of dsmc: nothing on the server matches


class Dsmc:
    def __init__(self, scratch, options):
        self.scratch, self.options = os.path.join(scratch, ""), options
        self.sweep()

    def sweep(self):
        """What killed runs have left, when no run can still be at work on it."""
        for entry in os.scandir(self.scratch):
            try:
                age = time.time() - entry.stat(follow_symlinks=False).st_mtime
                if age < LONGEST_RUN or entry.name == batch.MARKER:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path)
                else:
                    os.unlink(entry.path)
            except FileNotFoundError:
                pass  # another run was quicker

    def dsmc(self, *words):
        return batch.command("dsmc", *words, *self.options)

    def list_of(self, names):
        """A list for dsmc. Our names have no blanks, quotes or wildcards."""
        lines = tempfile.NamedTemporaryFile("w", prefix="list-", dir=self.scratch)
        lines.writelines(self.scratch + name + "\n" for name in names)
        lines.flush()
        return lines

    def has(self, name):
        code, said = self.dsmc("query", "archive", self.scratch + name)
        if code == 0 and name in said:
            return True
        if NO_MATCH in said:
            return False
        raise batch.Unreachable("dsmc query archive ended with code %d" % code)

    def mark(self, name):
        """Stays in SCRATCH: other runs may be doing the same."""
        with open(self.scratch + name, "a", encoding="ascii"):
            pass
        self.archive([name])

    def archive(self, names):
        """Archives what is, or is linked, in SCRATCH; whether all went well."""
        with self.list_of(names) as listed:
            code, _ = self.dsmc("archive", "-filelist=" + listed.name, "-archsymlinkasfile=yes")
        return code == 0

    def migrate(self, files):
        for part in batch.parts(files, AT_ONCE["migrate"]):
            named = {}
            for file in part:
                try:
                    os.stat(file["path"])
                    name = batch.new_name(file)
                    os.symlink(file["path"], self.scratch + name)
                    named[name] = file
                except OSError as error:
                    batch.failed_here(file, error)
            if named:
                self.archive(named)
            for name in named:
                os.unlink(self.scratch + name)
            for names in batch.parts(named, AT_ONCE["recall"]):
                self.verify({name: named[name] for name in names})

    def verify(self, named):
        """Reads back what the server has; Bora compares the checksums and may drop the files."""
        with self.retrieved(named) as target:
            for name, file in named.items():
                try:
                    with open(os.path.join(target, name), "rb") as copy:
                        batch.done(file, object=name, adler32=batch.checksum(copy))
                except FileNotFoundError:
                    batch.failed(file, "retry", "dsmc did not archive it, or cannot read it back,"
                                 " see the log of Bora")

    @contextlib.contextmanager
    def retrieved(self, names):
        """A directory with what the server gave back of these."""
        with tempfile.TemporaryDirectory(prefix="in-", dir=self.scratch) as target:
            with self.list_of(names) as listed:
                self.dsmc("retrieve", "-filelist=" + listed.name, "-replace=all",
                          "-preservepath=none", target + "/")
            yield target

    def recall(self, files):
        for part in batch.parts(files, AT_ONCE["recall"]):
            names = [batch.name_of(file) for file in part]
            with self.retrieved(names) as target:
                for name, file in zip(names, part):
                    self.hand_over(file, os.path.join(target, name))

    def hand_over(self, file, retrieved):
        try:
            source = open(retrieved, "rb")
        except FileNotFoundError:
            if self.has(batch.name_of(file)):
                batch.failed(file, "retry", "dsmc did not retrieve it, see the log of Bora")
            else:
                batch.for_certain_lost(file, self)
            return
        with source:
            try:
                batch.done(file, adler32=batch.write_into(file, source))
            except OSError as error:
                batch.failed_here(file, error)

    def remove(self, files):
        for file in files:
            name = batch.name_of(file)
            code, _ = self.dsmc("delete", "archive", "-noprompt", self.scratch + name)
            if code == 0 or not self.has(name):
                batch.done(file)
            else:
                batch.failed(file, "retry", "dsmc delete archive ended with code %d" % code)

    def query(self, files):
        for file in files:
            if self.has(batch.name_of(file)):
                batch.say(file, "found", readable=True)


sys.exit(batch.run(Dsmc(sys.argv[1], sys.argv[2:])))
