package org.bora.storage.quota;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.bora.storage.linux.BtrfsCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.QuotaCalls;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The limits of a btrfs subvolume, from /sys/fs/btrfs (Linux 5.9), which every process may read; a
 * search of the quota tree would need root. Limits of groups of a higher level are ignored.
 */
final class QgroupReading implements SpaceReading {
  private static final long BTRFS = 0x9123683eL;
  private static final long LIMITS_REFERENCED = 1;
  private static final long LIMITS_EXCLUSIVE = 2;

  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    if ((QuotaCalls.filesystem(frame, directory) & 0xffffffffL) != BTRFS) {
      return Optional.empty();
    }
    long subvolume = BtrfsCalls.subvolume(frame, directory);
    MemorySegment info = BtrfsCalls.infoBuffer(frame);
    if (subvolume < 0 || BtrfsCalls.info(frame, directory, info) < 0) {
      return Optional.empty();
    }
    Path group =
        Path.of(
            "/sys/fs/btrfs", BtrfsCalls.identifier(info).toString(), "qgroups", "0_" + subvolume);
    try {
      return facts(group, subvolume);
    } catch (NoSuchFileException noQuotas) {
      return Optional.empty();
    } catch (IOException | NumberFormatException failure) {
      throw new StorageException(
          Reason.UNSUPPORTED, group + " cannot be read: " + failure.getMessage());
    }
  }

  private static Optional<SpaceFacts> facts(Path group, long subvolume) throws IOException {
    long limits = number(group, "limit_flags");
    Optional<SpaceFacts> facts = Optional.empty();
    if ((limits & LIMITS_REFERENCED) != 0) {
      facts = Optional.of(facts(group, "referenced", subvolume));
    }
    if ((limits & LIMITS_EXCLUSIVE) != 0) {
      SpaceFacts exclusive = facts(group, "exclusive", subvolume);
      facts = facts.filter(one -> one.available() <= exclusive.available());
      return facts.isPresent() ? facts : Optional.of(exclusive);
    }
    return facts;
  }

  /** Promised bytes count as the kernel counts them when it refuses a write. */
  private static SpaceFacts facts(Path group, String kind, long subvolume) throws IOException {
    long limit = number(group, "max_" + kind);
    long promised =
        number(group, "rsv_data")
            + number(group, "rsv_meta_pertrans")
            + number(group, "rsv_meta_prealloc");
    long available = limit - number(group, kind) - promised;
    return new SpaceFacts(limit, Math.max(0, available), "btrfs qgroup limit 0/" + subvolume);
  }

  private static long number(Path group, String name) throws IOException {
    String text = Files.readString(group.resolve(name)).strip();
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Long.parseUnsignedLong(text);
  }
}
