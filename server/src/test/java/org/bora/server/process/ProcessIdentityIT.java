package org.bora.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessIdentityIT {
  @TempDir private Path directory;

  @Test
  void thisProcessIsAlive() {
    assertTrue(ProcessIdentity.ofSelf().isAlive());
  }

  @Test
  void aPidUsedAgainIsAnotherProcess() {
    ProcessIdentity self = ProcessIdentity.ofSelf();
    assertFalse(
        new ProcessIdentity(self.pid(), self.startTicks() - 1, self.boot()).isAlive(),
        "start time");
    assertFalse(
        new ProcessIdentity(self.pid(), self.startTicks(), "another boot").isAlive(), "boot");
  }

  @Test
  void anEndedProcessIsGoneAlsoBeforeItIsWaitedFor() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
    assertTrue(identity.isAlive());
    assertTrue(process.destroyForcibly().waitFor(30, TimeUnit.SECONDS));
    assertFalse(identity.isAlive());
    assertEquals(Optional.empty(), identity.handle());
  }

  @Test
  void aPidFileGivesBackWhatWasWritten() throws Exception {
    PidFile file = new PidFile(directory.resolve("x.pid"));
    PidFile.Entry entry = new PidFile.Entry(ProcessIdentity.ofSelf(), "digest");
    file.write(entry);
    assertEquals(Optional.of(entry), file.read());
    assertEquals(Optional.of(entry), file.running());
    assertEquals(
        Long.toString(ProcessHandle.current().pid()), Files.readAllLines(file.path()).getFirst());
  }

  @Test
  void staleMissingAndDamagedPidFilesNameNobody() throws Exception {
    PidFile file = new PidFile(directory.resolve("x.pid"));
    assertEquals(Optional.empty(), file.running(), "missing");
    ProcessIdentity self = ProcessIdentity.ofSelf();
    file.write(new PidFile.Entry(new ProcessIdentity(self.pid(), 1, self.boot()), "digest"));
    assertEquals(Optional.empty(), file.running(), "stale");
    for (String damage : new String[] {"", "12", "x\ny\nz\nw\n", "-1\n2\n3\n4\n"}) {
      Files.writeString(file.path(), damage);
      assertEquals(Optional.empty(), file.running(), damage);
    }
  }
}
