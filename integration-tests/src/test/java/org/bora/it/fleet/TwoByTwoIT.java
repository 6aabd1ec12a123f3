package org.bora.it.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.HalfProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two frontends behind HAProxy and two backends, as docs/operate/split.md has them: while clients
 * overwrite, rename and read, one backend is frozen, cut off from the database, and cut off from
 * the frontends. In the end what clients were told is compared with files and books. {@code ./bora
 * bench split} does so for 5, 15 and 45 s each.
 */
@ExtendWith(MariaDb.class)
@Timeout(900)
class TwoByTwoIT {
  static final String PAGE = "docs/operate/split.md";

  /** For how long each fault lasts, in seconds, with commas; empty: a short round for a build. */
  private static final String SECONDS = System.getProperty("bora.split.seconds", "");

  private static final int SHORT = 5;
  private static final int LONG = 15;

  /**
   * A caller of a frontend that does not know the affected backend waits no longer. {@code bench
   * split} says 5 s; in a build other tests have the processors, too.
   */
  private static final Duration APART = Duration.ofSeconds(Integer.getInteger("bora.split.gap", 7));

  /**
   * One of the others may have a call there, which takes the detection and another attempt. The
   * names of a rename that the affected backend had announced are busy until its claim ends, 10 s
   * after it began.
   */
  private static final Duration BALANCED = Duration.ofSeconds(13);

  /** A fault that lasts longer is noticed by every frontend, and by the other backend. */
  private static final int NOTICED_SECONDS = 10;

  private static final Path REPORT = Path.of("target", "two-by-two.txt");

  private static DatabaseSettings database;
  private static TwoByTwo site;

  private final List<String> broken = new ArrayList<>();
  private final StringBuilder report = new StringBuilder();

  /** What is done to the first backend. */
  private enum Fault {
    FROZEN(true) {
      @Override
      void begin() {
        site.backend().freeze();
      }

      @Override
      void end() {
        site.backend().thaw();
      }
    },
    WITHOUT_DATABASE(true) {
      @Override
      void begin() {
        site.toDatabase().fallSilent();
      }

      @Override
      void end() {
        site.toDatabase().speak();
      }
    },
    WITHOUT_FRONTENDS(false) {
      @Override
      void begin() {
        site.toBackend().fallSilent();
      }

      @Override
      void end() {
        site.toBackend().speak();
      }
    };

    /** Whether the database hears nothing of the backend. */
    private final boolean silentInDatabase;

    Fault(boolean silentInDatabase) {
      this.silentInDatabase = silentInDatabase;
    }

    abstract void begin();

    abstract void end();
  }

  @BeforeAll
  static void up(Schemas schemas) throws Exception {
    database = schemas.empty();
    site = TwoByTwo.up(database);
  }

  @AfterAll
  static void down() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void faultsOfOneBackendAreShortForOthersAndContradictNothing() throws Exception {
    theCommandsOfThePageSayThatItServes();
    try (Traffic traffic = new Traffic(site.files())) {
      List<Caller> balanced =
          List.of(
              traffic.overwriting(caller("one", site.balanced())),
              traffic.overwriting(caller("two", site.balanced())),
              traffic.renaming(caller("three", site.balanced())));
      List<Caller> apart =
          List.of(
              traffic.overwriting(caller("four", site.apart())),
              traffic.renaming(caller("five", site.apart())));
      for (Round round : rounds()) {
        suffer(round.fault(), round.seconds(), balanced, apart);
      }
      broken.addAll(traffic.compared());
      report.append("%d calls, %d names%n".formatted(traffic.calls(), traffic.names()));
    }
    broken.addAll(differencesOfTheBooks());
    Files.writeString(REPORT, report + String.join("\n", broken) + "\n");
    assertEquals(List.of(), broken, report::toString);
  }

  private record Round(Fault fault, int seconds) {}

  private static List<Round> rounds() {
    List<Round> rounds = new ArrayList<>();
    for (String seconds : (SECONDS.isEmpty() ? "" + SHORT : SECONDS).split(",", -1)) {
      for (Fault fault : Fault.values()) {
        rounds.add(new Round(fault, Integer.parseInt(seconds)));
      }
    }
    if (SECONDS.isEmpty()) { // the longest in a build: the database gives up no session meanwhile
      rounds.add(new Round(Fault.WITHOUT_DATABASE, LONG));
    }
    return rounds;
  }

  private static Caller caller(String name, int port) {
    return new Caller(name, port, site.proxy());
  }

  /** With both backends there; of which each frontend tells. */
  private static void theCommandsOfThePageSayThatItServes() {
    for (int number = 1; number <= TwoByTwo.OF_EACH; number++) {
      String check = site.run("./bora config check", number).output();
      assertTrue(check.contains("no mistakes"), check);
      assertTrue(!check.contains("cannot be used"), check);
      String status = site.run("./bora status", number).output();
      assertTrue(status.contains("backend " + site.nameOfBackend() + " ready for "), status);
      assertEquals(2, status.lines().filter(line -> line.contains(" ready for ")).count(), status);
    }
  }

  private void suffer(Fault fault, int seconds, List<Caller> balanced, List<Caller> apart)
      throws IOException {
    List<Integer> lost = losses();
    long givenUp = ofBackends(" is given up");
    Stream.concat(balanced.stream(), apart.stream()).forEach(Caller::worstGap);
    fault.begin();
    try {
      LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
    } finally {
      fault.end();
    }
    boolean back = eventually(() -> told(" is lost after ").equals(told(" is back; ")));
    LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    Caller.Gap ofBalanced = worst(balanced);
    Caller.Gap ofApart = worst(apart);
    List<Integer> more = losses();
    report.append(
        "%-17s %2d s: longest gap %s elsewhere, %s through HAProxy; losses logged %s -> %s%n"
            .formatted(fault, seconds, ofApart, ofBalanced, lost, more));
    String where = fault + " for " + seconds + " s: ";
    if (!back) {
      broken.add(where + "lost " + more + " times, back " + told(" is back; "));
    }
    if (seconds >= NOTICED_SECONDS && fault.silentInDatabase) {
      if (ofBackends(" is given up") <= givenUp) {
        broken.add(where + "no backend logs that the other one was silent in the database");
      }
      if (ofBackends(" is back in the database") < ofBackends(" is given up")) {
        broken.add(where + "no backend logs that the other one is back in the database");
      }
    }
    if (seconds >= NOTICED_SECONDS) {
      for (int i = 0; i < more.size(); i++) {
        if (more.get(i) <= lost.get(i)) {
          broken.add(where + "frontend " + (i + 1) + " does not log that the backend was lost");
        }
      }
    }
    if (ofApart.time().compareTo(APART) > 0) {
      broken.add(where + "a gap of " + ofApart + " for callers of the other backend");
    }
    if (ofBalanced.time().compareTo(BALANCED) > 0) {
      broken.add(where + "a gap of " + ofBalanced + " through HAProxy");
    }
  }

  private static Caller.Gap worst(List<Caller> callers) {
    return callers.stream().map(Caller::worstGap).reduce(Caller.Gap.NONE, Caller.Gap::longer);
  }

  private static List<Integer> losses() {
    return told(" is lost after ");
  }

  /** How often each frontend says so of the first backend. */
  private static List<Integer> told(String what) {
    List<Integer> counts = new ArrayList<>();
    try {
      for (HalfProcess frontend : site.frontends()) {
        String said = "backend " + site.nameOfBackend() + what;
        counts.add(
            (int) frontend.log("frontend").lines().filter(line -> line.contains(said)).count());
      }
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
    return counts;
  }

  /** How often backends say so of each other. */
  private static long ofBackends(String what) {
    long count = 0;
    try {
      for (HalfProcess backend : site.backends()) {
        count += backend.log("backend").lines().filter(line -> line.contains(what)).count();
      }
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
    return count;
  }

  private static boolean eventually(BooleanSupplier holds) {
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(100_000_000);
    }
    return true;
  }

  /** A row for each file, a file for each row, of the same size; counters are their sums. */
  private static List<String> differencesOfTheBooks() throws Exception {
    TreeSet<String> differences = new TreeSet<>();
    try (Stream<Path> files = Files.list(site.files())) {
      files
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .forEach(file -> differences.add(file.getFileName() + " " + file.toFile().length()));
    }
    List<String> wrong = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT path, size FROM stored_file")) {
        while (rows.next()) {
          String row = rows.getString(1) + " " + rows.getLong(2);
          if (!differences.remove(row)) {
            wrong.add(row + " bytes: in the books and not on disk");
          }
        }
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT s.used, s.files, SUM(f.size), COUNT(f.path) FROM space_share s LEFT JOIN"
                  + " stored_file f ON f.space_id = s.space_id AND f.share = s.share AND f.on_disk"
                  + " GROUP BY s.space_id, s.share, s.used, s.files")) {
        while (rows.next()) {
          if (rows.getLong(1) != rows.getLong(3) || rows.getLong(2) != rows.getLong(4)) {
            wrong.add(
                "counted are %d bytes in %d files, there are %d in %d"
                    .formatted(rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getLong(4)));
          }
        }
      }
    }
    differences.forEach(file -> wrong.add(file + " bytes: on disk and not in the books"));
    return wrong;
  }
}
