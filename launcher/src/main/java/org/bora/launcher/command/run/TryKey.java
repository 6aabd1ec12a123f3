package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.home.Home;
import tools.jackson.databind.JsonNode;

/**
 * The access key of the try user, in a file of the try grid. The running Bora makes the key when it
 * is first needed, and again if it does not know the key any more because its database was
 * replaced.
 *
 * @param home of that Bora
 */
record TryKey(Home home) {
  private static final String OWNER = "/DC=test/DC=grid/OU=people/CN=Alice Test";
  private static final String FQANS = "/testvo";
  private static final String ROUTE = "/v1/s3-keys";

  /** Lines {@code NAME=VALUE}; empty where Bora does not run and has made none yet. */
  List<String> lines() throws IOException {
    Optional<RemoteOption.Reply> known =
        LocalApi.call(home.control(), "GET", ROUTE + "?owner=" + AdminOption.encoded(OWNER), "");
    if (known.isEmpty() || !known.get().isDone()) {
      return stored();
    }
    List<String> stored = stored();
    return isKnown(stored, known.get().json()) ? stored : made();
  }

  private Path file() {
    return home.grid().resolve("s3-key");
  }

  private List<String> stored() throws IOException {
    return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
  }

  private static boolean isKnown(List<String> stored, JsonNode answer) {
    for (JsonNode key : answer.path("keys")) {
      String id = "AWS_ACCESS_KEY_ID=" + key.path("id").asString();
      if (key.path("enabled").asBoolean() && stored.contains(id)) {
        return true;
      }
    }
    return false;
  }

  private List<String> made() throws IOException {
    String wish = AdminOption.object("owner", OWNER, "fqans", FQANS, "label", "of the try grid");
    Optional<RemoteOption.Reply> reply = LocalApi.call(home.control(), "POST", ROUTE, wish);
    if (reply.isEmpty() || !reply.get().isDone()) {
      return List.of();
    }
    JsonNode key = reply.get().json();
    List<String> lines =
        List.of(
            "AWS_ACCESS_KEY_ID=" + key.path("id").asString(),
            "AWS_SECRET_ACCESS_KEY=" + key.path("secret").asString());
    Path beside =
        Files.createTempFile(
            home.grid(),
            "s3-key",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(beside, lines);
    Files.move(beside, file(), StandardCopyOption.ATOMIC_MOVE);
    return lines;
  }
}
