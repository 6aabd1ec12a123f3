package org.bora.launcher.area;

import static org.bora.server.text.Amounts.size;

import java.util.Optional;
import java.util.Set;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaFigures.Disk;
import org.bora.launcher.report.AdminAnswers;
import org.bora.launcher.report.Table;
import org.bora.server.text.Amounts;
import tools.jackson.databind.JsonNode;

/** What storage areas hold, in tables for a terminal. */
public final class AreaText {
  private static final Set<String> NUMBERS =
      Set.of("SIZE", "USED", "FREE", "PROMISED", "RESERVED", "FILES", "ON TAPE");

  private AreaText() {}

  /** All of them and their reservations, from the answer of {@code /v1/areas}. */
  public static Table table(JsonNode answer) {
    Table table =
        new Table(
            "no storage area is configured",
            NUMBERS,
            "AREA",
            "CLASS",
            "PATH",
            "SIZE",
            "USED",
            "FREE",
            "PROMISED",
            "RESERVED",
            "FILES",
            "ON TAPE",
            "TOKEN",
            "TROUBLE");
    for (AreaFigures.Area area : AdminAnswers.read(answer, AreaFigures.class).areas()) {
      Optional<Disk> disk = area.disk();
      table.row(
          area.name(),
          area.storageClass(),
          area.sfn(),
          disk.map(all -> size(all.total())).orElse(""),
          disk.map(all -> size(all.used())).orElse(""),
          disk.map(all -> size(all.free())).orElse(""),
          disk.map(all -> size(all.promised())).orElse(""),
          disk.map(all -> size(all.reserved())).orElse(""),
          disk.map(all -> Long.toString(all.files())).orElse(""),
          area.tape().map(held -> size(held.bytes())).orElse(""),
          area.token(),
          area.trouble()
              .map(why -> Table.bad("its filesystem does not answer: " + why))
              .orElse(""));
    }
    return table.below(reservations(answer));
  }

  /** Who reserved what, from the same answer. */
  public static Table reservations(JsonNode answer) {
    Table table =
        new Table(
            "no reservations",
            NUMBERS,
            "RESERVATION",
            "AREA",
            "SIZE",
            "USED",
            "FREE",
            "PROMISED",
            "FILES",
            "UNTIL",
            "OWNER",
            "DESCRIPTION");
    for (AreaFigures.Area area : AdminAnswers.read(answer, AreaFigures.class).areas()) {
      for (AreaFigures.Reservation one : area.reservations()) {
        table.row(
            one.token(),
            area.name(),
            size(one.total()),
            size(one.used()),
            size(one.free()),
            size(one.promised()),
            one.files(),
            one.ends().map(Amounts::time).orElse("for ever"),
            one.owner(),
            one.description());
      }
    }
    return table;
  }
}
