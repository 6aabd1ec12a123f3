package org.bora.it.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.it.site.Site;

/**
 * Somebody with an account on the storage exchanges a directory of an area for a link that leads
 * out of it, and back, as fast as he can, while a client works in it.
 */
final class SwappedDirectories {

  private static final Duration TIME = Duration.ofSeconds(3);

  /** Of a machine so busy that nobody has met the link by then. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String REFUSAL = "a link in the path leads out of the storage area";

  private final Site site;
  private final Path area;
  private final Path outside;

  /** Operations that came upon the link. */
  private final Set<String> met = new TreeSet<>();

  SwappedDirectories(Site site) throws IOException {
    this.site = site;
    this.area = site.home().resolve("data/testvo");
    this.outside = Files.createDirectories(site.home().resolve("outside"));
  }

  void tryEverything() throws Exception {
    Files.createDirectories(outside.resolve("inner"));
    Files.writeString(outside.resolve("treasure"), "mine");
    Files.createDirectories(area.resolve("swapped/inner"));
    Files.writeString(area.resolve("swapped/plain"), "his");
    Path other = Files.createSymbolicLink(area.resolve("link"), outside);
    List<String> before = names(outside);

    AtomicBoolean over = new AtomicBoolean();
    AtomicReference<Exception> broken = new AtomicReference<>();
    Thread swaps = Thread.ofPlatform().start(() -> swap(other, over, broken));
    int inside = 0;
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      long begun = System.nanoTime();
      for (int round = 0; isTooEarly(System.nanoTime() - begun, inside); round++) {
        inside += succeeds(client, attempt(round)) ? 1 : 0;
      }
    } finally {
      over.set(true);
      assertTrue(swaps.join(Duration.ofSeconds(20)), "the swapping does not end");
    }

    assertNull(broken.get(), () -> "nothing was swapped: " + broken.get());
    assertTrue(inside > 0, "nothing was ever done in the directory itself");
    assertTrue(met.containsAll(List.of("srmLs", "srmMv")), () -> "only " + met + " met the link");
    assertFalse(Files.exists(area.resolve("got")), "moved into the area");
    assertEquals(before, names(outside));
    assertEquals("mine", Files.readString(outside.resolve("treasure")));
  }

  private boolean isTooEarly(long nanos, int inside) {
    boolean seen = inside > 0 && met.containsAll(List.of("srmLs", "srmMv"));
    return nanos < (seen ? TIME : PATIENCE).toNanos();
  }

  /** Until told to stop: the link in place of the directory, the directory in place of the link. */
  private void swap(Path link, AtomicBoolean over, AtomicReference<Exception> broken) {
    Path place = area.resolve("swapped");
    Path aside = area.resolve("aside");
    try {
      while (!over.get()) {
        Files.move(place, aside, StandardCopyOption.ATOMIC_MOVE);
        Files.move(link, place, StandardCopyOption.ATOMIC_MOVE);
        LockSupport.parkNanos(300_000);
        Files.move(place, link, StandardCopyOption.ATOMIC_MOVE);
        Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
        LockSupport.parkNanos(300_000);
      }
    } catch (IOException e) {
      broken.set(e);
    }
  }

  private record Attempt(String operation, String fields) {}

  /** Every operation that takes a name, by turns. */
  private Attempt attempt(int round) throws IOException {
    String root = "srm://" + site.endpoint() + site.root();
    String in = root + "/swapped/";
    String list = "<arrayOfSURLs><urlArray>%s</urlArray></arrayOfSURLs>";
    String files =
        "<arrayOfFileRequests><requestArray><%s>%s</%s></requestArray></arrayOfFileRequests>";
    String move = "<fromSURL>%s</fromSURL><toSURL>%s</toSURL>";
    return switch (round % 9) {
      case 0 -> new Attempt("srmLs", list.formatted(in) + "<numOfLevels>2</numOfLevels>");
      case 1 -> new Attempt("srmMkdir", "<SURL>" + in + "made" + round + "</SURL>");
      case 2 -> new Attempt("srmRm", list.formatted(in + "treasure"));
      case 3 ->
          new Attempt(
              "srmPrepareToPut", files.formatted("targetSURL", in + "put" + round, "targetSURL"));
      case 4 ->
          new Attempt(
              "srmPrepareToGet", files.formatted("sourceSURL", in + "treasure", "sourceSURL"));
      case 5 -> new Attempt("srmMv", move.formatted(in + "treasure", root + "/got"));
      case 6 -> new Attempt("srmMv", move.formatted(in + "plain", in + "plain"));
      case 7 -> new Attempt("srmRmdir", "<SURL>" + in + "inner</SURL><recursive>1</recursive>");
      default -> new Attempt("srmMkdir", "<SURL>" + in + "inner</SURL>");
    };
  }

  /** Whether it found the directory. */
  private boolean succeeds(SrmClient client, Attempt attempt) throws Exception {
    SrmClient.Answer answer = client.call(attempt.operation(), attempt.fields());
    assertEquals(200, answer.status(), answer.body());
    assertFalse(answer.body().contains("INTERNAL_ERROR"), answer.body());
    if (answer.body().contains(REFUSAL)) {
      met.add(attempt.operation());
    }
    if (attempt.operation().equals("srmLs")) {
      assertFalse(answer.body().contains("treasure"), answer.body());
    }
    if (attempt.operation().equals("srmPrepareToGet")) {
      assertFalse(answer.body().contains("transferURL>"), answer.body());
    }
    return answer.code().equals("SRM_SUCCESS");
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(Path::toString).sorted().toList();
    }
  }
}
