package org.bora.it.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.SplitSite;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code kill -9} of the backend that has the credential, in the middle of a copy. */
@ExtendWith(MariaDb.class)
class KilledCopyIT {
  private static SplitSite site;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    site = SplitSite.up(schemas.empty());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @Test
  void theCopyFailsSaysWhyAndFreesItsName() throws Exception {
    Path large = site.served().resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(8L << 30);
    }
    Copies alice = new Copies(site.port(), site.proxy("alice-voms"));
    String target = "srm://" + site.endpoint() + "/testvo/killed";
    SrmClient.Answer begun = alice.begin(site.gsiftp("large"), target, "");
    assertEquals("SRM_REQUEST_INPROGRESS", begun.code(), begun.body());
    awaitBytes();
    site.killBackend();
    site.startBackend();
    SrmClient.Answer end = alice.end(begun);
    assertEquals("SRM_FAILURE", end.fileCode(), end.body());
    assertTrue(end.body().contains("repeat the request"), end.body());
    String small = site.gsiftp("small");
    Files.writeString(site.served().resolve("small"), "small");
    SrmClient.Answer again = alice.copy(small, target);
    assertEquals("SRM_SUCCESS", again.fileCode(), again.body());
    assertEquals("small", Files.readString(site.files().resolve("killed")));
  }

  private static void awaitBytes() throws IOException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try (Stream<Path> all = Files.list(site.files())) {
        if (all.anyMatch(
            path ->
                path.getFileName().toString().startsWith(".bora-put-")
                    && path.toFile().length() > 0)) {
          return;
        }
      }
      assertTrue(System.nanoTime() < deadline, "nothing arrives");
      LockSupport.parkNanos(5_000_000); // another process' doing
    }
  }
}
