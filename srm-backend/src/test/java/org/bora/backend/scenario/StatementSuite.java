package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.StatementCount;
import org.bora.backend.testing.StatementCount.Count;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a call costs the database, counted by the server itself, on whatever database a subclass
 * names.
 */
abstract class StatementSuite {
  /** What else the server does can only add to a count, so the least of some rounds is the cost. */
  private static final int ROUNDS = 4;

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void aCallOnNewFilesTakesAtMostFiveStatementsAndOneCommitHoweverManyThereAre(
      int files, Schemas schemas, @TempDir Path root) throws SQLException {
    DatabaseSettings all = schemas.migrated();
    try (SmallSite site = new SmallSite(narrow(all), root, new SteppedTime(SmallSite.START));
        StatementCount counter = new StatementCount(all)) {
      List<Count> least = round(site, counter, names(files, 0));
      for (int round = 1; round < ROUNDS; round++) {
        least = least(least, round(site, counter, names(files, round)));
      }
      assertEquals(
          List.of(
              // with the COMMIT, which is a statement to the server
              new Count(4, 1),
              new Count(6, 1),
              new Count(3, 1),
              new Count(3, 1),
              // what may still be written in the area, and bytes that a share gives
              new Count(6, 1),
              // old files: found and removed from the books, and their pins ended
              new Count(9, 1)),
          least,
          files + " files: put, its done, get, bringOnline; announced put over them, its done");
      site.tree.close();
    }
  }

  /** One connection of each kind: a pool that is still filling up would be counted too. */
  private static DatabaseSettings narrow(DatabaseSettings settings) {
    return new DatabaseSettings(
        settings.url(), settings.user(), "", 1, 1, Duration.ofSeconds(5), Duration.ofMinutes(1));
  }

  private static String[] names(int files, int round) {
    return IntStream.range(0, files).mapToObj(i -> round + "-" + i).toArray(String[]::new);
  }

  private static List<Count> least(List<Count> one, List<Count> other) {
    List<Count> least = new ArrayList<>();
    for (int at = 0; at < one.size(); at++) {
      least.add(
          new Count(
              Math.min(one.get(at).statements(), other.get(at).statements()),
              Math.min(one.get(at).commits(), other.get(at).commits())));
    }
    return least;
  }

  private static List<Count> round(SmallSite site, StatementCount counter, String... names)
      throws SQLException {
    List<Count> costs = new ArrayList<>();
    Count before = counter.now();
    PutReply reply = site.puts.prepareToPut(site.call(ALICE), put(OverwriteMode.NEVER, names));
    before = note(costs, before, counter);
    site.puts.putDone(site.call(ALICE), done(reply, names));
    before = note(costs, before, counter);
    site.gets.prepareToGet(site.call(ALICE), SmallSite.get(names));
    before = note(costs, before, counter);
    site.bringOnline.bringOnline(site.call(ALICE), SmallSite.get(names));
    before = note(costs, before, counter);
    PutReply over = site.puts.prepareToPut(site.call(ALICE), put(OverwriteMode.ALWAYS, 3, names));
    over.files().forEach(file -> SmallSite.write(file.turl().orElseThrow(), "abc"));
    before = note(costs, before, counter);
    site.puts.putDone(site.call(ALICE), done(over, names));
    note(costs, before, counter);
    return costs;
  }

  private static Count note(List<Count> costs, Count before, StatementCount counter)
      throws SQLException {
    Count now = counter.now();
    costs.add(now.since(before));
    return now;
  }

  private static PutDoneRequest done(PutReply reply, String... names) {
    return new PutDoneRequest(
        reply.token().orElseThrow(), Stream.of(names).map(SmallSite::surl).toList());
  }
}
