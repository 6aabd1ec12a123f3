package org.bora.devtools.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondDatabaseTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

  @TempDir private Path checkout;

  @BeforeEach
  void makeThePlaceOfTheScript() throws IOException {
    Files.createDirectories(checkout.resolve("integration-tests/databases"));
  }

  @Test
  void aServerThatIsNamedIsTaken() throws Exception {
    script("exit 9");
    assertEquals(
        Map.of("BORA_MYSQLD", "/opt/mysqld"), prepare(Map.of("BORA_MYSQLD", "/opt/mysqld")));
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aServerIsUnpackedOnceAndFoundAgain() throws Exception {
    script("printf '#!/bin/sh\\n' > \"$1/mysqld\"; chmod +x \"$1/mysqld\"; echo x >> \"$1/runs\"");
    String server = checkout.resolve("target/mysql/mysqld").toString();
    assertEquals(Map.of("BORA_MYSQLD", server), prepare(Map.of()));
    assertEquals(Map.of("BORA_MYSQLD", server), prepare(Map.of()));
    assertEquals("x\n", Files.readString(checkout.resolve("target/mysql/runs")));
  }

  @Test
  void withoutANetworkTheTestsAreTold() throws Exception {
    script("echo no route to host; exit 1");
    assertEquals(Map.of(), prepare(Map.of()));
    assertTrue(said.toString(StandardCharsets.UTF_8).contains("are skipped"), "it says so");
    assertEquals("no route to host\n", Files.readString(checkout.resolve("target/mysql/log")));
  }

  private Map<String, String> prepare(Map<String, String> environment)
      throws IOException, InterruptedException {
    return new SecondDatabase(checkout, out).prepare(environment);
  }

  private void script(String body) throws IOException {
    Path script = checkout.resolve("integration-tests/databases/mysql-root");
    Files.writeString(script, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
