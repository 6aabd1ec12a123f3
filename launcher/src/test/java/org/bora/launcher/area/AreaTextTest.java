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
        atlas (D0T1) at /atlas, token ATLAS
          disk      200 GiB in all: 3.0 GiB used, 12 files, 0 B promised, 100 B reserved, 190 GiB free
          tape      7.0 GiB in 1 file
          reserved  t1 'run?[2J7?' of /CN=Alice: 1.0 GiB, 512 B used, 1 file, 1 B promised, 100 B free, \
        until 2026-11-21T12:00:00Z
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
        atlas (D0T1) at /atlas, token ATLAS
          TROUBLE   its filesystem does not answer: statvfs: EIO
        atlas (D0T1) at /atlas, token ATLAS
          disk      1.0 GiB of filesystem: 0 B used, 0 files, 0 B promised, 0 B reserved, 1.0 GiB free
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
            AreaText.lines(
                JsonMapper.shared()
                    .readTree(AdminReply.json(new AreaFigures(NOON, List.of(areas))).text())))
        + "\n";
  }
}
