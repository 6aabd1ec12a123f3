package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Files of areas whose tape system is a command of the site, or fetches its work: the examples of
 * the documentation do it, real clients put, stage and read. The buffers are so small that a file
 * leaves the disk as soon as it is on tape.
 */
class TapeDoorsIT {
  private static final int SIZE = 2_500_017;

  private static Path outside;
  private static Site site;
  private static TapeUser user;
  private static Process puller;
  private static Path source;

  @BeforeAll
  static void up() throws IOException {
    Path sites = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    outside = Files.createTempDirectory(sites, "tape-systems");
    for (String archive : List.of("scripted", "pulled")) {
      Files.createDirectory(outside.resolve(archive));
    }
    write("tokens", "rw-------", "0123456789abcdef0123456789abcdef\n");
    write("hang", "rwx------", "#!/bin/sh\necho mounting >&2\nexec sleep 600\n");
    int port = FreePort.find();
    site =
        Site.up(
            "tape-doors",
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

  private static void write(String name, String rights, String text) throws IOException {
    Path file = Files.writeString(outside.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  private static String configuration(int port) throws IOException {
    Path grid = Path.of("launcher/src/main/resources/org/bora/launcher/home/first-bora.yaml");
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

  private static Process startPuller(int port) throws IOException {
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

  @AfterAll
  static void down() throws Exception {
    if (puller != null) {
      puller.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
    }
    if (site != null) {
      user.run("rm", "-rf", outside.toString());
      site.close();
    }
  }

  @Test
  void aFileGoesToTapeAndComesBackByACommandOfTheSite() throws IOException {
    roundTrip("/scripted/file", "scripted");
  }

  @Test
  void aFileGoesToTapeAndComesBackByAPullerOfTheSite() throws IOException {
    roundTrip("/pulled/file", "pulled");
  }

  private static void roundTrip(String path, String archive) throws IOException {
    user.put(source, path);
    user.awaitNearline(path);
    TapeUser.assertSame(source, copies(archive).iterator().next());
    user.bringOnline(path);
    user.assertComesOut(source, path);
  }

  private static Set<Path> copies(String archive) throws IOException {
    try (Stream<Path> copies = Files.list(outside.resolve(archive))) {
      return copies.collect(Collectors.toCollection(HashSet::new));
    }
  }

  @Test
  void aFileThatTheTapeSystemHasNoMoreIsLostAndTheAdministratorIsTold() throws IOException {
    Set<Path> others = copies("scripted");
    String path = "/scripted/lost";
    user.put(source, path);
    user.awaitNearline(path);
    Set<Path> copies = copies("scripted");
    copies.removeAll(others);
    Files.delete(copies.iterator().next());

    Shell.Result staged = user.gfal("gfal-bringonline", "--polling-timeout", "60", user.surl(path));
    assertTrue(staged.output().contains("[SRM_FILE_LOST]"), staged.output());
    assertEquals("LOST", user.status(path));
    String alarms = site.bora("tape", "--home", site.home().toString()).succeeded().output();
    assertTrue(alarms.contains(path + " is lost: the archive has no "), alarms);
  }

  @Test
  void aCommandThatHangsIsAnAlarmThatSaysSo() {
    user.put(source, "/hanging/file");
    String why = "the migrate script of hanging was ended: it said nothing for 1s";
    TapeUser.await(
        "the administrator sees it",
        () -> site.bora("tape", "--home", site.home().toString()).output().contains(why));
  }
}
