package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.account.ProcessRights;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An account makes stubs that name another user's copy on tape, and has them recalled. */
@ExtendWith(MariaDb.class)
class ArmedStubIT {
  private static final int MALLORY = 64124;
  private static final String SECRET = "secretsecr";

  private RecallBench bench;
  private Backend one;
  private Path disk;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    assumeTrue(ProcessRights.ofThisProcess().mayGiveAway(), "giving files away needs CAP_CHOWN");
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
    disk = directory.resolve("disk");
    bench.onTape(one, "secret");
  }

  @AfterEach
  void close() throws Exception {
    if (bench != null) {
      bench.close();
    }
  }

  private UserDefinedFileAttributeView attributes(String name) {
    return Files.getFileAttributeView(disk.resolve(name), UserDefinedFileAttributeView.class);
  }

  private void copy(String attribute, String to) throws IOException {
    ByteBuffer value = ByteBuffer.allocate(attributes("secret").size(attribute));
    attributes("secret").read(attribute, value);
    attributes(to).write(attribute, value.flip());
  }

  private void assertNotRead(String name) throws IOException {
    assertFalse(Files.readString(disk.resolve(name), StandardCharsets.ISO_8859_1).contains(SECRET));
    bench.bringOnline(one, ALICE, "secret");
    assertEquals(1, bench.recalls(one));
  }

  private void assertVictimComesBack() throws Exception {
    one.work();
    bench.assertBroughtBack(one, "secret");
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void aStubOfAnOwnFileDoesNotBringTheBytesOfAnother() throws Exception {
    bench.onTape(one, "owned");
    Files.setAttribute(disk.resolve("owned"), "unix:uid", MALLORY);
    for (String attribute : List.of("bora.tape", "bora.adler32")) {
      copy(attribute, "owned");
    }
    bench.bringOnline(one, BOB, "owned");
    one.work();
    assertEquals(MALLORY, Files.getAttribute(disk.resolve("owned"), "unix:uid"));
    assertFalse(
        Files.readString(disk.resolve("owned"), StandardCharsets.ISO_8859_1).contains(SECRET));
  }

  @Test
  void aStubThatIsAllForgedIsNotRecalled() throws Exception {
    Path forged = Files.write(disk.resolve("forged"), new byte[SECRET.length()]);
    for (String attribute : attributes("secret").list()) {
      copy(attribute, "forged");
    }
    Files.setPosixFilePermissions(forged, PosixFilePermissions.fromString("---------"));
    Files.setAttribute(forged, "unix:uid", MALLORY);
    assertEquals(
        List.of(SrmStatus.FILE_UNAVAILABLE),
        RecallBench.codes(bench.bringOnline(one, BOB, "forged")));
    one.work();
    assertNotRead("forged");
    assertVictimComesBack();
  }
}
