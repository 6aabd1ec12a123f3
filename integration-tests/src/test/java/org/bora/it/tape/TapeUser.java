package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.site.SplitSite;

/**
 * A member of the VO with the commands that are installed on every user interface machine.
 *
 * @param endpoint HOST:PORT
 * @param data the directory that the service calls /
 * @param desk a directory for what is copied out
 */
record TapeUser(String endpoint, Path data, Path desk, Shell shell) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  private static final Pattern TOKEN = Pattern.compile("BRINGONLINE token ([0-9a-fA-F-]{36})");
  private static final Pattern STAGE_REQUEST = Pattern.compile("/stage/([0-9a-f-]{36})");

  /** As the try grid's environment has it. */
  static TapeUser of(Site site) throws IOException {
    Path data = site.home().resolve("data");
    return new TapeUser(site.endpoint(), data, site.home(), atHome(site.shell(), site.home()));
  }

  /** Of a site in two processes. */
  static TapeUser of(SplitSite site, Path desk) {
    return new TapeUser(site.endpoint(), site.served(), desk, atHome(site.shell(), desk));
  }

  /** ARC keeps a state of its own in the home directory. */
  private static Shell atHome(Shell shell, Path home) {
    return shell.with("HOME", home.toString());
  }

  String surl(String path) {
    return "srm://" + endpoint + path;
  }

  /** Runs one of the gfal-* commands. */
  Shell.Result gfal(String... command) {
    return run(words(command));
  }

  /** The same, and does not wait for its end. */
  Process begin(Path log, String... command) throws IOException {
    return shell.start(log.toFile(), words(command));
  }

  private static String[] words(String... command) {
    List<String> words =
        new ArrayList<>(
            List.of(Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString()));
    words.addAll(List.of(command));
    return words.toArray(String[]::new);
  }

  Shell.Result run(String... command) {
    return shell.run(PATIENCE, command);
  }

  void put(Path source, String path) {
    gfal("gfal-copy", "file://" + source, surl(path)).succeeded();
  }

  /** Copies a file out, by gfal, and compares it with what went in. */
  void assertComesOut(Path source, String path) throws IOException {
    Path copy = desk.resolve("copy");
    Files.deleteIfExists(copy);
    gfal("gfal-copy", surl(path), "file://" + copy).succeeded();
    assertSame(source, copy);
  }

  static void assertSame(Path source, Path copy) throws IOException {
    assertEquals(-1, Files.mismatch(source, copy), copy + " is not what was stored");
  }

  /** What gfal shows of a file's locality: ONLINE, NEARLINE, ONLINE_AND_NEARLINE. */
  String status(String path) {
    return gfal("gfal-xattr", surl(path), "user.status").succeeded().output().strip();
  }

  /** Waits as archive-aware tools do. */
  void awaitOnTape(String path) {
    String said = gfal("gfal-archivepoll", "--polling-timeout", "60", surl(path)).output();
    assertTrue(said.contains(" READY"), said);
  }

  /**
   * Waits until a file is on tape alone. The disk is looked at, where what is left of it can be
   * read by nobody; the command, which takes a second of a processor, is asked when that is so.
   */
  void awaitNearline(String path) {
    awaitStub(path);
    await(path + " is on tape alone", () -> status(path).equals("NEARLINE"));
  }

  /** Waits until the bytes of a file have left the disk. */
  void awaitStub(String path) {
    Path stub = data.resolve(path.substring(1));
    await(path + " leaves the disk", () -> isUnreadable(stub));
  }

  private static boolean isUnreadable(Path file) {
    try {
      return Files.getPosixFilePermissions(file).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stages a file and waits; returns the token of the request. */
  String bringOnline(String path) {
    Shell.Result result =
        gfal(
            "gfal-bringonline",
            "-vvv",
            "--pin-lifetime",
            "300",
            "--desired-request-time",
            "300",
            "--polling-timeout",
            "60",
            surl(path));
    assertTrue(result.output().contains(surl(path) + " READY"), result.output());
    Matcher token = TOKEN.matcher(result.output());
    assertTrue(token.find(), result.output());
    return token.group(1);
  }

  /** The identifier of the stage request that {@code gfal-bringonline -vvv} made over HTTPS. */
  static String stageRequest(String said) {
    Matcher request = STAGE_REQUEST.matcher(said);
    assertTrue(request.find(), said);
    return request.group(1);
  }

  /** Asks again until it is so. */
  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("still not after " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos()); // another process' doing
    }
  }
}
