#!/usr/bin/python3
"""CTA behind EOS, by xrdcp and xrdfs of XRootD.

Usage: cta.py HOST[:PORT] DIRECTORY           for example: cta.py eosctaarchive.example.org /eos/bora

DIRECTORY has a storage class and an archive route in CTA. A file counts as migrated when CTA has
it on tape, and the ADLER32 that EOS has of it, which CTA compares when it writes, is the file's.
A recall asks CTA for all files at once, which orders them, and fetches each one when
it is on EOS's disks. Who we are is said by the environment: XrdSecPROTOCOL, XrdSecSSSKT, ...
"""
import json
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import batch  # noqa: E402

NOT_THERE = "[3011]"  # of the XRootD protocol: not found
PAUSE = float(os.environ.get("CTA_PAUSE", "10"))
PATIENCE = float(os.environ.get("CTA_PATIENCE", "3000"))  # without news; less than 'silence'


class Eos:
    def __init__(self, host, directory):
        self.host, self.directory = host, directory.rstrip("/") + "/"

    def fs(self, *words):
        return batch.command("xrdfs", self.host, *words)

    def url(self, name):
        return "root://" + self.host + "/" + self.directory + name

    def has(self, name):
        code, said = self.fs("stat", self.directory + name)
        if code and NOT_THERE not in said:
            raise batch.Unreachable("xrdfs stat ended with code %d" % code)
        return code == 0

    def mark(self, name):
        with tempfile.NamedTemporaryFile() as empty:
            batch.command("xrdcp", "--nopbar", empty.name, self.url(name))

    def states(self, request, names):
        """What EOS says of each file: on_tape, online, requested, error_text."""
        paths = [self.directory + name for name in names]
        code, said = batch.command(
            "xrdfs", self.host, "query", "prepare", request, *paths, quiet=True)
        if code:
            raise batch.Unreachable("xrdfs query prepare ended with code %d" % code)
        answers = json.loads(said[said.index("{"):])["responses"]
        return {answer["path"].rpartition("/")[2]: answer for answer in answers}

    def follow(self, request, waiting, settle):
        """Asks until each file is settled; who says nothing new for PATIENCE is left to Bora."""
        news = time.monotonic()
        while waiting and time.monotonic() < news + PATIENCE:
            for part in batch.parts(list(waiting), 100):
                for name, state in self.states(request, part).items():
                    if name in waiting and settle(waiting[name], name, state):
                        del waiting[name]
                        news = time.monotonic()
            if waiting:
                time.sleep(PAUSE)
        for file in waiting.values():
            batch.failed(file, "retry", "CTA did nothing for %d s" % PATIENCE)

    def migrate(self, files):
        waiting = {}
        for file in files:
            name = batch.new_name(file)
            if not os.path.exists(file["path"]):
                batch.failed(file, "retry", file["path"] + " is not there")
                continue
            code, _ = batch.command(
                "xrdcp", "--nopbar", "--posc", "--rm-bad-cksum",
                "--cksum", "adler32:" + file["adler32"], file["path"], self.url(name))
            if code:
                batch.failed(file, "retry", "xrdcp to EOS ended with code %d" % code)
            else:
                waiting[name] = file
        self.follow("0", waiting, self.archived)

    def checksum(self, name):
        """The ADLER32 that EOS has of a file. CTA compares it with what it writes to tape."""
        code, said = self.fs("query", "checksum", self.directory + name)
        kind, _, digits = said.strip().partition(" ")
        if code or kind != "adler32":
            raise batch.Unreachable("xrdfs query checksum ended with code %d" % code)
        return digits.strip().lower().zfill(8)

    def archived(self, file, name, state):
        if state["on_tape"]:
            batch.done(file, object=name, adler32=self.checksum(name))
        elif state["error_text"]:
            batch.failed(file, "retry", state["error_text"])
        return state["on_tape"] or state["error_text"]

    def recall(self, files):
        waiting = {}
        for file in files:
            if self.has(batch.name_of(file)):
                waiting[batch.name_of(file)] = file
            else:
                batch.for_certain_lost(file, self)
        if waiting:
            code, said = self.fs("prepare", "-s", *(self.directory + name for name in waiting))
            if code:
                raise batch.Unreachable("xrdfs prepare ended with code %d" % code)
            self.follow(said.split()[-1], waiting, self.fetched)

    def fetched(self, file, name, state):
        if state["online"]:
            self.fetch(file, name)
        elif state["error_text"]:
            batch.failed(file, "retry", state["error_text"])
        return state["online"] or state["error_text"]

    def fetch(self, file, name):
        try:
            code, adler = batch.read_from(["xrdcp", "--nopbar", self.url(name), "-"], file)
        except OSError as error:
            batch.failed_here(file, error)
            return
        if code:
            batch.failed(file, "retry", "xrdcp from EOS ended with code %d" % code)
        else:
            batch.done(file, adler32=adler)
            self.fs("prepare", "-e", self.directory + name)  # its disk copy is no longer needed

    def remove(self, files):
        for file in files:
            code, said = self.fs("rm", self.directory + batch.name_of(file))
            if code == 0 or NOT_THERE in said:
                batch.done(file)
            else:
                batch.failed(file, "retry", "xrdfs rm ended with code %d" % code)

    def query(self, files):
        for file in files:
            if self.has(batch.name_of(file)):
                batch.say(file, "found", readable=True)


sys.exit(batch.run(Eos(sys.argv[1], sys.argv[2])))
