package org.bora.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;

/**
 * Where somebody sits who follows a page: a directory in which {@code ./bora} is that of the
 * checkout, and the home of the account. Gone on close.
 */
final class Desk implements AutoCloseable {
  private static final String RUN_BY_ALL = "rwxr-xr-x";
  private static final String OWN = "rw-------";

  /** The gfal commands of the pages. */
  private static final List<String> GFAL =
      List.of(
          "gfal-archivepoll", "gfal-bringonline", "gfal-copy", "gfal-ls", "gfal-rm", "gfal-xattr");

  private final Path directory;

  private Desk(Path directory) {
    this.directory = directory;
  }

  static Desk make() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    Desk desk = new Desk(Files.createTempDirectory(parent, "desk"));
    Path programs = Files.createDirectory(desk.file("bin"));
    for (String gfal : GFAL) {
      // Debian's die in the C library's exit handlers now and then, their work done
      Path safe = Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort");
      desk.write("bin/" + gfal, "#!/bin/sh\nexec '%s' %s \"$@\"\n".formatted(safe, gfal), true);
    }
    for (Path at : List.of(programs, desk.directory)) {
      Files.createSymbolicLink(at.resolve("bora"), Site.CHECKOUT.resolve("bora"));
    }
    return desk;
  }

  Path directory() {
    return directory;
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  /** A file of ours alone, or one that all may run. */
  Path write(String name, String text, boolean program) throws IOException {
    Files.createDirectories(file(name).getParent());
    Path file = Files.writeString(file(name), text);
    return Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(program ? RUN_BY_ALL : OWN));
  }

  /** What the database's client has as its defaults: those of an administrator. */
  void database(int port, String user, String password) throws IOException {
    write(
        ".my.cnf",
        "[client]\nhost=127.0.0.1\nport=%d\nprotocol=tcp\nuser=%s\npassword=%s\nskip-ssl\n"
            .formatted(port, user, password),
        false);
  }

  /** A shell in it. */
  Shell shell(Map<String, String> environment) {
    return new Shell(directory, environment)
        .with("HOME", directory.toString())
        .with("PATH", file("bin") + ":" + System.getenv("PATH"))
        .with("no_proxy", "localhost")
        .with("BORA_NO_BUILD", "1")
        .with("BORA_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
  }

  @Override
  public void close() {
    new Shell(directory.getParent(), Map.of())
        .run(Duration.ofMinutes(1), "rm", "-rf", directory.toString());
  }
}
