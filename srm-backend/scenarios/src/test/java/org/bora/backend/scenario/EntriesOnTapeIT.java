package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.backend.desk.EntryCursor;
import org.bora.backend.desk.EntryDesk;
import org.bora.backend.desk.EntryDesk.Seen;
import org.bora.backend.desk.EntryPage;
import org.bora.backend.desk.EntryPage.Entry;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator sees of files on tape; to look recalls nothing. */
@ExtendWith(MariaDb.class)
class EntriesOnTapeIT {

  private static Map<String, Entry> look(SmallSite site) {
    EntryDesk desk =
        new EntryDesk(
            site.transactions,
            site.locator,
            site.tokens,
            new FileDesk(site.transactions, site.locator, site.tokens));
    String area = site.place("a").area().name();
    EntryPage page =
        assertInstanceOf(
                Seen.Page.class,
                desk.look(desk.place(area, "").orElseThrow(), EntryCursor.START, 100))
            .page();
    return page.entries().stream().collect(Collectors.toMap(Entry::name, Function.identity()));
  }

  private static long recalls(SmallSite site) {
    return site.transactions.<Long>read(
        sql -> sql.sql("SELECT COUNT(*) FROM tape_recall").query(Long.class).single());
  }

  @Test
  void itIsNearlineThenRecalledThenOnBoth(Schemas schemas, @TempDir Path directory)
      throws Exception {
    try (RecallBench bench = new RecallBench(schemas.migrated(), directory, 1)) {
      Backend one = bench.backend();
      bench.onTape(one, "a", "b");
      Entry away = look(one.site()).get("a");
      assertEquals(Optional.of("NEARLINE"), away.locality());
      assertEquals(Optional.of(10L), away.size());
      assertEquals(Optional.empty(), away.recall());
      assertEquals(0, recalls(one.site()), "a look recalls nothing");

      bench.bringOnline(one, ALICE, "a");
      bench.bringOnline(one, BOB, "a");
      Entry wanted = look(one.site()).get("a");
      assertEquals(Optional.of("NEARLINE"), wanted.locality());
      assertEquals(Optional.of("WAITING"), wanted.recall());
      assertEquals(2, wanted.pins().orElseThrow().waiting());
      assertEquals(Optional.empty(), look(one.site()).get("b").recall());

      one.work();
      Entry back = look(one.site()).get("a");
      assertEquals(Optional.of("ONLINE_AND_NEARLINE"), back.locality());
      assertEquals(Optional.empty(), back.recall());
      assertEquals(2, back.pins().orElseThrow().pinned());
      assertEquals(List.of("NEARLINE"), look(one.site()).get("b").locality().stream().toList());
    }
  }
}
