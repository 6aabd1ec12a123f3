package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bora.it.doors.Door.Outcome;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two doors, one namespace: SRM and HTTP play at random with the same names, each step through
 * either, and each must do and see what a model of one namespace says.
 */
class DoorsModelIT {
  private static final int STEPS = 250;
  private static final long AREA_BYTES = 3_000_000;

  /** More of them than fit are never stored in the play. */
  private static final int MOST_BYTES = 100_000;

  private static Site site;
  private static Path files;
  private static SrmDoor srm;
  private static HttpDoor http;

  /** Content by name. */
  private final Map<String, byte[]> model = new TreeMap<>();

  private long seed;
  private int step;

  @BeforeAll
  static void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            .replace("root: data/testvo", "root: data/testvo\n    size: " + AREA_BYTES + "B");
    site = Site.up("doors", configuration, "data/testvo");
    files = site.home().resolve("data/testvo");
    srm = new SrmDoor(site.port(), site.proxy("alice-voms"));
    http = new HttpDoor(site.portOf("http"), site.proxy("alice-voms"));
  }

  @AfterAll
  static void down() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {srm, http, site}) {
      if (part != null) {
        part.close();
      }
    }
  }

  private static List<Door> both() {
    return List.of(srm, http);
  }

  private static Door other(Door one) {
    return one == srm ? http : srm;
  }

  @Test
  void eachDoorDoesAndSeesWhatOneNamespaceWould() throws Exception {
    seed = Long.getLong("bora.doors.seed", System.nanoTime() % 1_000_000);
    Random random = new Random(seed);
    assertEquals(Outcome.DONE, srm.makeDirectory("/testvo/play"));
    assertEquals(Outcome.EXISTS, http.makeDirectory("/testvo/play"));
    for (step = 0; step < STEPS; step++) {
      Door door = both().get(random.nextInt(2));
      String name = "/testvo/play/" + random.nextInt(7);
      switch (random.nextInt(8)) {
        case 0, 1 -> put(random, door, name);
        case 2 -> remove(door, name);
        case 3 -> move(door, name, "/testvo/play/" + random.nextInt(7));
        case 4 -> bothAtOnce(random, door, name);
        case 5 -> pinned(random, name);
        default -> {}
      }
      look(both().get(random.nextInt(2)), name);
    }
    for (String name : model.keySet()) {
      look(srm, name);
      look(http, name);
    }
    try (Stream<Path> there = Files.list(files.resolve("play"))) {
      assertEquals(model.size(), there.count(), at("nothing else is there"));
    }
  }

  /** The condition holds at the publication, not only when the request comes. */
  @Test
  void ofWritersThatReplaceTheVersionTheyHaveReadNoneLosesTheUpdateOfAnother() throws Exception {
    String path = "/testvo/counter";
    assertEquals(Outcome.DONE, http.put(path, HttpDoor.number(0), false));
    AtomicInteger added = new AtomicInteger();
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<Void>> all = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        all.add(
            writers.submit(
                () -> {
                  for (int round = 0; round < 30; round++) {
                    if (http.addsOne(path)) {
                      added.incrementAndGet();
                    }
                  }
                  return null;
                }));
      }
      for (Future<Void> each : all) {
        each.get();
      }
    }
    assertTrue(added.get() > 0);
    assertArrayEquals(HttpDoor.number(added.get()), Files.readAllBytes(files.resolve("counter")));
    assertEquals(Outcome.DONE, http.remove(path));
  }

  private String at(String what) {
    return what + " (seed " + seed + ", step " + step + ")";
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(MOST_BYTES)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void put(Random random, Door door, String name) throws Exception {
    byte[] bytes = bytes(random);
    boolean overwrites = random.nextBoolean();
    boolean exists = model.containsKey(name) && !overwrites;
    assertEquals(
        exists ? Outcome.EXISTS : Outcome.DONE,
        door.put(name, bytes, overwrites),
        at("put by " + door));
    if (!exists) {
      model.put(name, bytes);
    }
  }

  private void remove(Door door, String name) throws Exception {
    Outcome due = model.remove(name) == null ? Outcome.MISSING : Outcome.DONE;
    assertEquals(due, door.remove(name), at("remove by " + door));
  }

  private void move(Door door, String from, String to) throws Exception {
    if (from.equals(to)) {
      return; // nothing, to SRM; refused, to WebDAV
    }
    Outcome due =
        !model.containsKey(from)
            ? Outcome.MISSING
            : model.containsKey(to) ? Outcome.EXISTS : Outcome.DONE;
    assertEquals(due, door.move(from, to), at("move by " + door));
    if (due == Outcome.DONE) {
      model.put(to, model.remove(from));
    }
  }

  /** What one door writes is busy to both, and read as it was before. */
  private void bothAtOnce(Random random, Door door, String name) throws Exception {
    byte[] bytes = bytes(random);
    Door.Upload upload = door.begin(name, bytes);
    Door second = both().get(random.nextInt(2));
    assertEquals(
        Outcome.BUSY, second.put(name, bytes(random), true), at(second + " beside " + door));
    Optional<byte[]> seen = other(door).get(name);
    assertEquals(model.containsKey(name), seen.isPresent(), at("read beside " + door));
    if (seen.isPresent()) {
      assertArrayEquals(model.get(name), seen.get(), at("read beside " + door));
    }
    if (random.nextBoolean()) {
      assertEquals(Outcome.DONE, upload.finish(), at("finish by " + door));
      model.put(name, bytes);
    } else {
      upload.giveUp();
      awaitFree(name);
    }
  }

  /** A client of HTTP that leaves is noticed, soon, but not before it has left. */
  private void awaitFree(String name) throws Exception {
    byte[] bytes = {1};
    Await.until(
        at("free after it was given up"),
        () -> {
          Outcome outcome = srm.put(name, bytes, true);
          assertTrue(outcome == Outcome.DONE || outcome == Outcome.BUSY, at(outcome.toString()));
          return outcome == Outcome.DONE;
        });
    model.put(name, bytes);
  }

  /** The pin of another user keeps a file from being renamed, by either door. */
  private void pinned(Random random, String name) throws Exception {
    if (!model.containsKey(name)) {
      return;
    }
    try (SrmDoor carol = new SrmDoor(site.port(), site.proxy("carol-role"))) {
      Answer pin = carol.pin(name);
      Door door = both().get(random.nextInt(2));
      assertEquals(Outcome.BUSY, door.move(name, name + ".moved"), at("pinned, by " + door));
      carol.release(pin, name);
      assertEquals(Outcome.DONE, door.move(name, name + ".moved"), at("released, by " + door));
      assertEquals(Outcome.DONE, other(door).move(name + ".moved", name), at("and back"));
    }
  }

  private void look(Door door, String name) throws Exception {
    byte[] due = model.get(name);
    assertEquals(
        due == null ? OptionalLong.empty() : OptionalLong.of(due.length),
        door.size(name),
        at("size by " + door));
    Optional<byte[]> seen = door.get(name);
    assertEquals(due != null, seen.isPresent(), at("there by " + door));
    if (due != null) {
      assertArrayEquals(due, seen.get(), at("content by " + door));
    }
  }

  /** By the time that it is renamed, the file is the one that was being written. */
  @Test
  void aMoveOverHttpWaitsForTheWriterOfItsNames() throws Exception {
    for (Door door : both()) {
      String from = "/testvo/written-by-" + door;
      byte[] bytes = {4, 2};
      Door.Upload source = door.begin(from, bytes);
      CompletableFuture<Outcome> move = moving(from, from + ".moved");
      assertEquals(Outcome.DONE, source.finish(), "the writer does not notice");
      assertEquals(Outcome.DONE, move.get(), "the source was being written by " + door);
      assertArrayEquals(bytes, http.get(from + ".moved").orElseThrow());

      Door.Upload target = door.begin(from, bytes);
      move = moving(from + ".moved", from);
      target.giveUp();
      assertEquals(Outcome.DONE, move.get(), "the target was being written by " + door);
      assertEquals(Outcome.DONE, http.remove(from));
    }
  }

  /** Begun, and not over as long as another client writes. */
  private static CompletableFuture<Outcome> moving(String from, String to) throws Exception {
    CompletableFuture<Outcome> move =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return http.move(from, to);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThrows(TimeoutException.class, () -> move.get(1, TimeUnit.SECONDS));
    return move;
  }

  @Test
  void spaceIsOneForBoth() throws Exception {
    List<String> stored = new ArrayList<>();
    byte[] large = new byte[500_000];
    Outcome outcome = Outcome.DONE;
    while (outcome == Outcome.DONE && stored.size() < 20) {
      Door door = both().get(stored.size() % 2);
      String name = "/testvo/full-" + stored.size();
      outcome = door.put(name, large, false);
      if (outcome == Outcome.DONE) {
        stored.add(name);
      }
    }
    assertEquals(Outcome.NO_SPACE, outcome);
    assertTrue(stored.size() >= 3, stored.toString());
    for (Door door : both()) {
      assertEquals(Outcome.NO_SPACE, door.put("/testvo/more", large, false), door.toString());
    }
    for (int at = 0; at < stored.size(); at++) {
      assertEquals(Outcome.DONE, both().get((at + 1) % 2).remove(stored.get(at)));
    }
    for (Door door : both()) {
      assertEquals(Outcome.DONE, door.put("/testvo/more", large, true), door.toString());
    }
    assertEquals(Outcome.DONE, http.remove("/testvo/more"));
  }

  @Test
  void rulesAndBansAreOneForBoth() throws Exception {
    assertEquals(Outcome.DONE, http.put("/testvo/ruled", new byte[] {1}, true));
    // alice without her VO may read and list; bob without his may nothing
    try (SrmDoor plain = new SrmDoor(site.port(), site.proxy("alice"));
        HttpDoor plainHttp = new HttpDoor(site.portOf("http"), site.proxy("alice"));
        SrmDoor bob = new SrmDoor(site.port(), site.proxy("bob"));
        HttpDoor bobHttp = new HttpDoor(site.portOf("http"), site.proxy("bob"))) {
      for (Door door : List.of(plain, plainHttp)) {
        assertEquals(Outcome.DONE, door.read("/testvo/ruled"), door.toString());
        assertEquals(Outcome.DENIED, door.put("/testvo/denied", new byte[1], true));
        assertEquals(Outcome.DENIED, door.put("/testvo/ruled", new byte[1], true));
        assertEquals(Outcome.DENIED, door.remove("/testvo/ruled"), door.toString());
        assertEquals(Outcome.DENIED, door.move("/testvo/ruled", "/testvo/m"), door.toString());
        assertEquals(Outcome.DENIED, door.makeDirectory("/testvo/d"), door.toString());
      }
      for (Door door : List.of(bob, bobHttp)) {
        assertEquals(Outcome.DENIED, door.read("/testvo/ruled"), door.toString());
      }
      String[] ban = {"bans", "add", "--name", "/DC=test/DC=grid/OU=people/CN=Bob Test"};
      List<String> words = new ArrayList<>(List.of(ban));
      words.addAll(List.of("--home", site.home().toString()));
      site.bora(words.toArray(String[]::new)).succeeded();
    }
    // a connection for each look: that of a banned caller ends with the answer
    Await.until(
        "the ban holds for SRM",
        () -> {
          try (SrmDoor bob = new SrmDoor(site.port(), site.proxy("bob-voms"))) {
            return bob.read("/testvo/ruled") == Outcome.DENIED;
          }
        });
    Await.until(
        "the ban holds for HTTP",
        () -> {
          try (HttpDoor bob = new HttpDoor(site.portOf("http"), site.proxy("bob-voms"))) {
            return bob.read("/testvo/ruled") == Outcome.DENIED;
          }
        });
    try (SrmDoor bob = new SrmDoor(site.port(), site.proxy("bob-voms"));
        HttpDoor bobHttp = new HttpDoor(site.portOf("http"), site.proxy("bob-voms"))) {
      for (Door door : List.of(bob, bobHttp)) {
        assertEquals(Outcome.DENIED, door.put("/testvo/banned", new byte[1], true));
      }
    }
  }
}
