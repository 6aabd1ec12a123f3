package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.posix.LoopMount;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Puts into areas that have less than their filesystem. */
@ExtendWith(MariaDb.class)
class QuotaOnMariaDbIT {
  private static final long MIB = 1 << 20;
  private final SteppedTime time = new SteppedTime(SmallSite.START);

  private DatabaseSettings settings;

  @BeforeEach
  void migrate(Schemas schemas) {
    settings = schemas.migrated();
  }

  @Test
  void aPutBeyondTheLimitOfASubvolumeIsRefused() throws IOException {
    try (LoopMount mount = LoopMount.of(1024 * MIB, "mkfs.btrfs", "-q")) {
      Path area = mount.point().resolve("area");
      LoopMount.need("btrfs", "subvolume", "create", area.toString());
      LoopMount.need("btrfs", "quota", "enable", mount.point().toString());
      LoopMount.need("btrfs", "qgroup", "limit", "" + 100 * MIB, area.toString());
      assertTrue(Files.getFileStore(area).getUsableSpace() > 500 * MIB, "as df shows it");
      refusesBeyond(area);
    }
  }

  @Test
  void aPutBeyondTheQuotaOfAProjectIsRefused() throws IOException {
    try (LoopMount mount = LoopMount.with("loop,prjquota", 512 * MIB, "mkfs.xfs", "-q")) {
      Path area = Files.createDirectory(mount.point().resolve("area"));
      for (String command :
          new String[] {"project -s -p " + area + " 42", "limit -p bhard=100m 42"}) {
        LoopMount.need("xfs_quota", "-x", "-c", command, mount.point().toString());
      }
      refusesBeyond(area);
    }
  }

  /** The area has 100 MiB, and nobody says so but the filesystem. */
  private void refusesBeyond(Path root) {
    AreaSpaceSettings wide =
        new AreaSpaceSettings(OptionalLong.empty(), ReservationSettings.defaults());
    try (AreaTree tree = SmallSite.open(root);
        SmallSite site =
            new SmallSite(settings, tree, time, new SpaceSettings(8, Map.of("vo", wide)))) {
      assertEquals(SrmStatus.NO_FREE_SPACE, put(site, 150, "much"));
      assertEquals(SrmStatus.SPACE_AVAILABLE, put(site, 30, "some"));
      assertEquals(SrmStatus.NO_FREE_SPACE, put(site, 80, "more"));
      assertEquals(SrmStatus.SPACE_AVAILABLE, put(site, 60, "fits"));
      assertTrue(tree.space().available() > 90 * MIB, "promised, not taken");
    } catch (StorageException e) {
      throw new AssertionError(e);
    }
    takesAhead(root);
  }

  /** The books would give 1000 MiB. */
  private void takesAhead(Path root) {
    AreaSpaceSettings size =
        new AreaSpaceSettings(OptionalLong.of(1000 * MIB), ReservationSettings.defaults());
    try (AreaTree tree = SmallSite.open(root);
        SmallSite site =
            new SmallSite(settings, tree, time, new SpaceSettings(8, Map.of("vo", size)))) {
      assertEquals(SrmStatus.SPACE_AVAILABLE, put(site, 40, "taken"));
      assertTrue(tree.space().available() < 61 * MIB, "its room is taken");
      assertEquals(SrmStatus.NO_FREE_SPACE, put(site, 70, "beyond"));
    } catch (StorageException e) {
      throw new AssertionError(e);
    }
  }

  private static SrmStatus put(SmallSite site, long mib, String name) {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            SmallSite.put(OverwriteMode.NEVER, mib * MIB, name));
    return reply.files().getFirst().status().code();
  }
}
