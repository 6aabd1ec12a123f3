package org.bora.it.tape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Site;

/**
 * A site with areas whose tape systems are a command, {@code /scripted}, and a puller that fetches
 * its work, {@code /pulled}: the examples of the documentation do it. The buffers are so small that
 * a file leaves the disk as soon as it is on tape. The command of {@code /hanging} does not end.
 */
final class TapeSystems implements AutoCloseable {
  private static final int SIZE = 2_500_017;

  private final Path outside;
  private Site site;
  private TapeUser user;
  private Process puller;
  private Path source;

  private TapeSystems(Path outside) {
    this.outside = outside;
  }

  static TapeSystems up(String name) throws IOException {
    Path sites = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    TapeSystems systems = new TapeSystems(Files.createTempDirectory(sites, "tape-systems"));
    try {
      systems.start(name);
    } catch (IOException | RuntimeException | Error e) {
      systems.close();
      throw e;
    }
    return systems;
  }

  private void start(String name) throws IOException {
    for (String archive : List.of("scripted", "pulled")) {
      Files.createDirectory(outside.resolve(archive));
    }
    write("tokens", "rw-------", "0123456789abcdef0123456789abcdef\n");
    write("hang", "rwx------", "#!/bin/sh\necho mounting >&2\nexec sleep 600\n");
    int port = FreePort.find();
    site =
        Site.up(
            name,
            configuration(port),
            "data/testvo",
            "data/scripted",
            "data/pulled",
            "data/hanging");
    user = TapeUser.of(site);
    puller = startPuller(port);
    byte[] bytes = new byte[SIZE];
    new Random(SIZE).nextBytes(bytes);
    source = Files.write(outside.resolve("source"), bytes);
  }

  private void write(String name, String rights, String text) throws IOException {
    Path file = Files.writeString(outside.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  private String configuration(int port) throws IOException {
    Path grid = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    return Files.readString(Site.CHECKOUT.resolve(grid))
        + area("scripted", "d0t1")
        + area("pulled", "d0t1")
        + area("hanging", "d1t1")
        + """

        tape:
          libraries:
            - name: scripted
              driver: script
              script: {command: [SCRIPT, OUTSIDE/scripted]}
            - name: pulled
              driver: recall-table
              recall-table:
                host: 127.0.0.1
                port: PORT
                tokens: OUTSIDE/tokens
                certificate: grid/host/hostcert.pem
                key: grid/host/hostkey.pem
                look: 100ms
            - name: hanging
              driver: script
              script: {command: [OUTSIDE/hang], silence: 1s, grace: 100ms}
          migration: {max-age: 1s, check: 1s, lease: 15s, retry-first: 5s, alarm-after: 1}
          recall: {gather: 0s, retry-first: 5s}
          buffer-check: 1s
        """
            .replace("SCRIPT", example("tape-scripts/directory.py"))
            .replace("OUTSIDE", outside.toString())
            .replace("PORT", "" + port);
  }

  private static String area(String name, String storageClass) {
    String buffer = storageClass.equals("d0t1") ? "    buffer: {high: 10, low: 1}\n" : "";
    return """

      - name: NAME
        sfn: /NAME
        root: data/NAME
        class: CLASS
        library: NAME
        size: 20MiB
        rules: [allow all to vo testvo]
    """
            .replace("NAME", name)
            .replace("CLASS", storageClass)
        + buffer;
  }

  private static String example(String file) {
    return Site.CHECKOUT.resolve("docs/operate").resolve(file).toString();
  }

  private Process startPuller(int port) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "/usr/bin/python3",
                example("recall-table/puller.py"),
                "https://localhost:" + port,
                outside.resolve("tokens").toString(),
                "pulled",
                "puller-1",
                outside.resolve("pulled").toString())
            .redirectErrorStream(true)
            .redirectOutput(outside.resolve("puller.log").toFile());
    builder.environment().put("PULLER_PAUSE", "0.2");
    builder.environment().put("SSL_CERT_DIR", site.home().resolve("grid/certificates").toString());
    return builder.start();
  }

  Site site() {
    return site;
  }

  TapeUser user() {
    return user;
  }

  /** A file of 2.5 MB outside of the site. */
  Path source() {
    return source;
  }

  /** What the tape system of an area has. */
  Set<Path> copies(String archive) throws IOException {
    try (Stream<Path> copies = Files.list(outside.resolve(archive))) {
      return copies.collect(Collectors.toCollection(HashSet::new));
    }
  }

  @Override
  public void close() throws IOException {
    if (puller != null) {
      puller.destroyForcibly();
      try {
        puller.waitFor(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (site != null) {
      if (user != null) {
        user.run("rm", "-rf", outside.toString());
      }
      site.close();
    }
  }
}
