package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.tape.script.ScriptDriver;
import org.bora.storage.tape.script.ScriptSettings;
import org.bora.storage.tape.script.ScriptTimes;
import org.bora.storage.tape.wire.Verification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A site script that says "done", and what Bora makes of it. */
@ExtendWith(MariaDb.class)
class UnverifiedCopyIT {
  /** Tells the checksum of the file only while "honest" is there. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      document=$(cat)
      value() { printf %s "$document" | sed 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/'; }
      sum=
      [ -e "$1/honest" ] && sum=',"adler32":"'$(value adler32)'"'
      echo '{"id":"'$(value id)'","report":"done","object":"copy-'$$'"'$sum'}'
      """;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private TapeBench bench;

  private void open(Schemas schemas, Path directory, Verification verification) throws IOException {
    Path script = Files.writeString(directory.resolve("script"), SCRIPT);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    ScriptSettings settings =
        ScriptSettings.of(
                List.of(script.toString(), directory.toString()), 1, ScriptTimes.defaults())
            .with(verification);
    Path root = Files.createDirectory(directory.resolve("area"));
    ScriptDriver driver = new ScriptDriver(TapeBench.LIBRARY, settings, Clock.systemUTC());
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, driver);
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  @Test
  void aFileStaysOnDiskUntilTheSystemTellsTheChecksumOfItsCopy(
      Schemas schemas, @TempDir Path directory) throws Exception {
    open(schemas, directory, Verification.CHECKSUM);
    bench.stored("a", "hello");
    bench.migrateAll();

    assertFalse(bench.isOnTape("a"));
    assertEquals(1, bench.waiting());
    assertEquals(List.of("a"), bench.toBeRemoved().stream().map(row -> row.path()).toList());

    Files.createFile(directory.resolve("honest"));
    time.pass(Duration.ofMinutes(2));
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    assertEquals(0, bench.waiting());
    assertEquals(1, bench.toBeRemoved().size(), "the copy that was never verified");
  }

  @Test
  void aSiteThatTrustsItsSystemSaysSo(Schemas schemas, @TempDir Path directory) throws Exception {
    open(schemas, directory, Verification.TRUSTED);
    bench.stored("a", "hello");
    bench.migrateAll();
    assertTrue(bench.isOnTape("a"));
  }
}
