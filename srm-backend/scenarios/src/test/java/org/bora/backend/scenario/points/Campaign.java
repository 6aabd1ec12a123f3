package org.bora.backend.scenario.points;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.backend.testing.Schemas;

/**
 * All scenarios of one operation. In the build each of its points meets one fault and one script:
 * the faults change from point to point, and the scripts with them. With {@code -Dbora.points=all}
 * each point meets every fault, beside one script of 16; with {@code -Dbora.points.every=1} beside
 * every script. {@code -Dbora.points.script=REGEX} tries the scripts of these names alone.
 */
final class Campaign<T> implements AutoCloseable {
  private static final int EVERY = Integer.getInteger("bora.points.every", 16);
  private static final boolean ALL_FAULTS =
      System.getProperty("bora.points", "").equals("all") || EVERY < 16;

  /** The scripts that are looked into: each point meets each of them. */
  private static final String ONLY = System.getProperty("bora.points.script", "");

  private final Operation<T> operation;
  private final Schemas schemas;
  private final Path directory;
  private final List<String> wrong = new ArrayList<>();
  private final Set<String> unknown = new TreeSet<>();
  private World world;
  private int worlds;

  /** Moves on with each fault, so that neighbours meet different scripts. */
  private int turn;

  Campaign(Operation<T> operation, Schemas schemas, Path directory) throws Exception {
    this.operation = operation;
    this.schemas = schemas;
    this.directory = directory;
    world = world();
  }

  private World world() throws Exception {
    String name = operation.name().replace(' ', '-') + ++worlds;
    return new World(
        schemas.migrated(),
        Files.createDirectory(directory.resolve(name)),
        operation.onTape(),
        operation.quotas());
  }

  /** Runs them; fails with what does not fit. */
  void run() throws Exception {
    List<String> points = new Scenario<>(world, operation, world.stage()).points();
    assertTrue(points.size() > 1, "the operation waits for something");
    for (int at = 1; at <= points.size(); at++) {
      for (Fault fault : faults(at, points.get(at - 1))) {
        turn++;
        tryScripts(points, at, points.get(at - 1), fault);
      }
    }
    tryScripts(points, points.size() + 1, "the end", Fault.DEATH);
    assertEquals(List.of(), wrong);
    unknown.removeAll(Uncovered.ON_RECOVERY);
    assertEquals(
        Set.of(), unknown, "points passed after a fault alone, and not listed in Uncovered");
  }

  /** Those that a point meets in this run. */
  private static List<Fault> faults(int at, String point) {
    List<Fault> possible =
        Stream.of(Fault.values())
            .filter(fault -> fault != Fault.LOST || !isStorage(point))
            .toList();
    return ALL_FAULTS ? possible : List.of(possible.get(at % possible.size()));
  }

  /** What is told in one exchange at one time may be told in several at another. */
  private static Set<String> parts(List<String> points) {
    return points.stream()
        .flatMap(point -> Stream.of(point.split("; ", -1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The answer of a filesystem does not get lost. */
  private static boolean isStorage(String point) {
    return point.contains(".");
  }

  private void tryScripts(List<String> points, int at, String point, Fault fault) throws Exception {
    List<Script<T>> scripts =
        operation.scripts().stream()
            .filter(script -> fault != Fault.HELD || !script.takesTime())
            .toList();
    int next = turn + turn / Fault.values().length; // so that each script meets each fault
    for (int number = 0; number < scripts.size(); number++) {
      Script<T> script = scripts.get(number);
      boolean chosen =
          ONLY.isEmpty()
              ? number % EVERY == next % Math.min(EVERY, scripts.size())
              : script.name().matches(ONLY);
      if (chosen) {
        String name =
            String.join(" | ", operation.name(), at + " " + point, fault.toString(), script.name());
        Set<String> passed = attempt(name, at, fault, script);
        passed.removeAll(parts(points));
        unknown.addAll(passed);
      }
    }
  }

  private Set<String> attempt(String name, int at, Fault fault, Script<T> script) throws Exception {
    List<String> found = new ArrayList<>();
    try {
      found.addAll(
          new Scenario<>(world, operation, world.stage()).contradictions(at, fault, script));
    } catch (AssertionError | RuntimeException e) {
      found.add(e + ", because of " + e.getCause());
    }
    Set<String> passed = parts(world.a.tap.points());
    if (!found.isEmpty()) {
      wrong.add(name + ": " + found);
      world.close();
      world = world();
    }
    return passed;
  }

  @Override
  public void close() {
    world.close();
  }
}
