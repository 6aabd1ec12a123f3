#!/usr/bin/python3
"""The HSM of Lustre, by lfs of its client.

Usage: lustre.py MOUNT [ARCHIVE]              for example: lustre.py /lustre 1

For areas with driver: lustre and hsm: true. The bytes are moved by the copytool of the site, which
serves archive number ARCHIVE; we ask for it and look until it is done. A file comes back in place:
its path is the file itself. A copy is known by the identifier (FID) that Lustre gave its file.
Neither lfs nor the copytool tells a checksum of what is on tape: the library needs
verification: trusted, by which the site says that its copytool verifies what it writes.
Never run on Lustre itself by its authors: try it with a few files first.
"""
import os
import re
import sys
import time

sys.dont_write_bytecode = True
import batch  # noqa: E402

PAUSE = float(os.environ.get("LUSTRE_PAUSE", "5"))
PATIENCE = float(os.environ.get("LUSTRE_PATIENCE", "3000"))  # without news; less than 'silence'
DIRTY, RELEASED, ARCHIVED, LOST = 0x02, 0x04, 0x08, 0x40
STATES = re.compile(r"\((0x[0-9a-fA-F]+)\)")
FID = re.compile(r"0x[0-9a-f]+:0x[0-9a-f]+:0x[0-9a-f]+", re.IGNORECASE)


class Hsm:
    def __init__(self, mount, archive):
        self.mount, self.archive = mount, archive

    @staticmethod
    def lfs(*words):
        return batch.command("lfs", *words, quiet=True)

    def has(self, name):
        if name == batch.MARKER:
            return self.lfs("getname", self.mount)[0] == 0
        state = self.state(self.path_of(name))
        return state is not None and state & ARCHIVED

    def mark(self, name):
        raise batch.Unreachable(self.mount + " is no Lustre: is it mounted?")

    def path_of(self, fid):
        return os.path.join(self.mount, ".lustre", "fid", fid)

    def state(self, path):
        """The states of a file; nothing where lfs does not tell them."""
        code, said = self.lfs("hsm_state", path)
        found = STATES.search(said)
        return int(found.group(1), 16) if code == 0 and found else None

    def follow(self, waiting, settle):
        """Looks until each file is settled; who says nothing new for PATIENCE is left to Bora."""
        news = time.monotonic()
        while waiting and time.monotonic() < news + PATIENCE:
            for file in list(waiting):
                if settle(file, self.state(file["path"])):
                    waiting.remove(file)
                    news = time.monotonic()
            if waiting:
                time.sleep(PAUSE)
        for file in waiting:
            batch.failed(file, "retry", "the copytool did nothing for %d s" % PATIENCE)

    def migrate(self, files):
        for part in batch.parts(files, 100):
            self.lfs("hsm_archive", "--archive", self.archive, *(file["path"] for file in part))
            self.follow(part, self.archived)

    def archived(self, file, state):
        if state is None:
            batch.failed(file, "retry", "lfs does not tell the HSM state of " + file["path"])
            return True
        if not state & ARCHIVED or state & DIRTY:
            return False
        code, said = self.lfs("path2fid", file["path"])
        fid = FID.search(said)
        if code or not fid:
            batch.failed(file, "retry", "lfs path2fid ended with code %d" % code)
        else:
            batch.done(file, object=fid.group(0))
        return True

    def recall(self, files):
        for part in batch.parts(files, 100):
            self.lfs("hsm_restore", *(file["path"] for file in part))
            self.follow(part, self.restored)

    @staticmethod
    def restored(file, state):
        if state is None:
            batch.failed(file, "retry", "lfs does not tell the HSM state of " + file["path"])
        elif state & LOST:
            batch.failed(file, "lost", "Lustre says that its archive has lost it")
        elif state & RELEASED:
            return False
        else:
            batch.done(file)
        return True

    def remove(self, files):
        for file in files:
            fid = batch.name_of(file)
            code, _ = self.lfs("hsm_remove", "--mntpath", self.mount, fid)
            if code and self.has(fid):
                batch.failed(file, "retry", "lfs hsm_remove ended with code %d" % code)
            else:
                batch.done(file)

    def query(self, files):
        for file in files:
            if self.has(batch.name_of(file)):
                batch.say(file, "found", readable=True)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(batch.run(Hsm(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "1")))
