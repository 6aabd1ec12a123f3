package org.bora.backend.stage.migration;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.locate.Keeping;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.StatementCount;
import org.bora.backend.testing.StatementCount.Count;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What tape costs srmPutDone: one statement, in the areas that have it. */
@ExtendWith(MariaDb.Alone.class)
class TapeStatementsIT {
  private static final int ROUNDS = 4;

  @Test
  void putDoneEntersAFileForTapeWithOneStatementMore(Schemas schemas, @TempDir Path root)
      throws SQLException {
    assertEquals(new Count(6, 1), putDone(schemas.migrated(), root, Keeping.DISK));
    assertEquals(new Count(7, 1), putDone(schemas.migrated(), root, TapeBench.TAPE));
  }

  /** The least of some rounds: what else the server does can only add to it. */
  private static Count putDone(DatabaseSettings settings, Path root, Keeping keeping)
      throws SQLException {
    DatabaseSettings narrow =
        new DatabaseSettings(
            settings.url(),
            settings.user(),
            "",
            1,
            1,
            Duration.ofSeconds(5),
            Duration.ofMinutes(1));
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (SmallSite site = new SmallSite(narrow, SmallSite.open(root), time, keeping);
        StatementCount counter = new StatementCount(settings)) {
      Count least = new Count(Long.MAX_VALUE, Long.MAX_VALUE);
      for (int round = 0; round < ROUNDS; round++) {
        String name = keeping.storageClass() + "-" + round;
        PutReply reply =
            site.puts.call(
                Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, name));
        write(reply.files().getFirst().turl().orElseThrow(), "hello");
        PutDoneRequest done = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
        Count before = counter.now();
        site.puts.call(Catalogue.PUT_DONE, site.call(ALICE), done);
        Count cost = counter.now().since(before);
        least =
            new Count(
                Math.min(least.statements(), cost.statements()),
                Math.min(least.commits(), cost.commits()));
      }
      site.tree.close();
      return least;
    }
  }
}
