package org.bora.launcher.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminReply;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaFigures.Area;
import org.bora.backend.space.AreaFigures.Disk;
import org.bora.backend.space.AreaFigures.Held;
import org.bora.backend.space.AreaFigures.Reservation;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AreaTextTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.5Z");
  private static final long GIB = 1L << 30;

  @Test
  void anAreaIsToldWithItsTapeAndWhoReservedWhat() {
    Reservation run =
        new Reservation(
            "t1", "run\u001b[2J7\n", "/CN=Alice", GIB, 512, 1, 100, 1, Optional.of(NOON));
    Area area =
        area(
            true,
            Optional.of(new Disk(200 * GIB, 3 * GIB, 0, 100, 190 * GIB, 12)),
            Optional.of(new Held(7 * GIB, 1)),
            List.of(run),
            Optional.empty());
    assertEquals(
        """
        AREA   CLASS  PATH       SIZE     USED     FREE  PROMISED  RESERVED  FILES  ON TAPE  TOKEN  TROUBLE
        atlas  D0T1   /atlas  200 GiB  3.0 GiB  190 GiB       0 B     100 B     12  7.0 GiB  ATLAS

        RESERVATION  AREA      SIZE   USED   FREE  PROMISED  FILES  UNTIL                 OWNER      DESCRIPTION
        t1           atlas  1.0 GiB  512 B  100 B       1 B      1  2026-11-21T12:00:00Z  /CN=Alice  run?[2J7?
        """,
        text(area));
  }

  @Test
  void aFilesystemThatFailsIsSaidAndTheOthersAreToldAllTheSame() {
    Area broken =
        area(false, Optional.empty(), Optional.empty(), List.of(), Optional.of("statvfs: EIO"));
    Area whole =
        area(
            false,
            Optional.of(new Disk(GIB, 0, 0, 0, GIB, 0)),
            Optional.empty(),
            List.of(),
            Optional.empty());
    assertEquals(
        """
        AREA   CLASS  PATH       SIZE  USED     FREE  PROMISED  RESERVED  FILES  ON TAPE  TOKEN  TROUBLE
        atlas  D0T1   /atlas                                                              ATLAS  its filesystem does not answer: statvfs: EIO
        atlas  D0T1   /atlas  1.0 GiB   0 B  1.0 GiB       0 B       0 B      0           ATLAS
        """,
        text(broken, whole));
  }

  @Test
  void noAreasAreSaidToBeNone() {
    assertEquals("no storage area is configured\n", text());
  }

  private static Area area(
      boolean bounded,
      Optional<Disk> disk,
      Optional<Held> tape,
      List<Reservation> reservations,
      Optional<String> trouble) {
    return new Area(
        "atlas",
        "/atlas",
        StorageClass.D0T1,
        "ATLAS",
        "",
        bounded,
        disk,
        Optional.empty(),
        tape,
        reservations,
        trouble);
  }

  private static String text(Area... areas) {
    return String.join(
            "\n",
            AreaText.table(
                    JsonMapper.shared()
                        .readTree(AdminReply.json(new AreaFigures(NOON, List.of(areas))).text()))
                .lines(false))
        + "\n";
  }
}
