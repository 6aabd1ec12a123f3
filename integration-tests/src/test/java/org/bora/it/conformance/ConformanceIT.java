package org.bora.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays every row of the tables in {@code integration-tests/conformance} against one running site,
 * over GSI. Rows are played side by side; each has names of its own.
 */
class ConformanceIT {
  private static final Path FOLDER = Site.CHECKOUT.resolve("integration-tests/conformance");
  private static final Path REPORT = Path.of("target", "conformance.md");
  private static final int FEWEST_ROWS = 400;
  private static final String[] AREAS = {
    "data/testvo",
    "data/production",
    "data/quota",
    "data/tight",
    "data/closed",
    "data/narrow",
    "data/custodial",
    "data/nearline",
    "data/vault",
    "data/cellar"
  };

  private static Site site;
  private static Callers callers;
  private static ExecutorService players;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("conformance", Files.readString(FOLDER.resolve("site.yaml")), AREAS);
    callers = new Callers(site.port(), site.home().resolve("grid/proxies"));
    players = Executors.newVirtualThreadPerTaskExecutor();
  }

  @AfterAll
  static void down() throws IOException {
    players.shutdownNow();
    callers.close();
    site.close();
  }

  @TestFactory
  Stream<DynamicNode> tables() throws IOException {
    Contract contract = new Contract();
    Coverage coverage = new Coverage(FOLDER.resolve("codes.md"));
    Map<String, String> pending = pending();
    List<Row> rows = Tables.rows(FOLDER);
    Player player = new Player(Ground.of(site, AREAS[0]), contract, callers, coverage);
    Map<Row, Future<List<String>>> played = new LinkedHashMap<>();
    long began = System.nanoTime();
    rows.stream()
        .sorted(Comparator.comparing(Row::waits).reversed())
        .forEach(row -> played.put(row, players.submit(() -> player.play(row))));
    Map<String, List<Row>> groups =
        rows.stream()
            .collect(Collectors.groupingBy(Row::group, LinkedHashMap::new, Collectors.toList()));
    List<DynamicNode> nodes = new ArrayList<>();
    groups.forEach(
        (group, members) ->
            nodes.add(
                DynamicContainer.dynamicContainer(
                    group,
                    members.stream()
                        .map(
                            row ->
                                DynamicTest.dynamicTest(
                                    row.title(),
                                    () -> verify(row, played.get(row), pending.get(row.id())))))));
    nodes.add(
        DynamicTest.dynamicTest("coverage", () -> report(coverage, contract, pending, began)));
    return nodes.stream();
  }

  private static void verify(Row row, Future<List<String>> played, String pending)
      throws Exception {
    List<String> differences;
    try {
      differences = played.get(10, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      differences = List.of(String.valueOf(e.getCause()));
    }
    if (pending != null) {
      assertTrue(!differences.isEmpty(), row.id() + " passes: take it off pending.md");
    } else if (!differences.isEmpty()) {
      fail(row.id() + " (" + row.why() + "): " + String.join("\n  ", differences));
    }
  }

  /** Rows that are known to fail, with the reason. */
  private static Map<String, String> pending() throws IOException {
    Map<String, String> pending = new LinkedHashMap<>();
    for (List<String> cells : Tables.read(FOLDER.resolve("pending.md"), List.of("id", "reason"))) {
      pending.put(cells.get(0), cells.get(1));
    }
    return pending;
  }

  private static void report(
      Coverage coverage, Contract contract, Map<String, String> pending, long began)
      throws IOException {
    String report =
        coverage.report()
            + "%d rows pending, %d s%n"
                .formatted(pending.size(), Duration.ofNanos(System.nanoTime() - began).toSeconds());
    Files.writeString(REPORT, report);
    System.out.println(report);
    assertEquals(List.of(), coverage.withoutRow(contract.operations()));
    assertTrue(coverage.rows() >= FEWEST_ROWS, coverage.rows() + " rows, not " + FEWEST_ROWS);
  }
}
