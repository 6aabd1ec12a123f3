package org.bora.launcher.command;

import java.nio.file.Path;
import java.util.List;

/** The port of administrators of a test's Bora, and users of the try grid who ask there. */
final class Administrators {
  /** She may order. */
  static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";

  private Administrators() {}

  /** What opens the port; Bob may look. */
  static String section(int port) {
    return """

        admin:
          port: %d
          ca: grid/ca/ca.pem
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          admins: ["%s"]
          readers: ["/DC=test/DC=grid/OU=people/CN=Bob Test"]
        """
        .formatted(port, ALICE);
  }

  /** The options by which a user, {@code alice}, {@code bob} or {@code carol}, asks there. */
  static List<String> https(CommandedBora bora, int port, String user) {
    Path grid = bora.home().grid();
    return List.of(
        "--url",
        "https://localhost:" + port,
        "--cert",
        grid.resolve("users/" + user + ".pem").toString(),
        "--key",
        grid.resolve("users/" + user + ".key").toString(),
        "--ca",
        grid.resolve("ca/ca.pem").toString());
  }
}
