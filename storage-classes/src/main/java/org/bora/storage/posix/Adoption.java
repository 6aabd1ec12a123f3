package org.bora.storage.posix;

import java.util.Map;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Vouched.Claim;

/** Gives an identifier and checksum to a file that did not come by an upload. */
final class Adoption {
  private Adoption() {}

  static UUID run(CallFrame frame, Root root, AreaPath path) throws StorageException {
    String name = path.isRoot() ? "." : path.toString();
    return Unlocked.with(frame, root.handle(), name, file -> adopt(frame, root, file));
  }

  private static UUID adopt(CallFrame frame, Root root, Handle file) throws StorageException {
    Stat stat = file.stat(frame);
    if (!stat.isFile()) {
      throw new StorageException(Reason.UNSUPPORTED, "'" + file.where() + "' is not a file");
    }
    Carried carried = BoraAttributes.carried(frame, file, stat);
    if (carried.id().isPresent() && carried.adler32().isPresent()) {
      return carried.id().get();
    }
    if (BoraAttributes.isElsewhere(frame, file, stat)) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "'" + file.where() + "' is on the tape that StoRM used: recall it there first");
    }
    String digits = Checksums.adler32(frame, file, stat.size());
    Uploads.refuseChanged(stat, file.stat(frame), file);
    UUID id = carried.id().orElseGet(UUID::randomUUID);
    BoraAttributes.write(frame, file, stat, digits, id);
    if (carried.id().isEmpty()) {
      FileSeal.add(frame, root, file, stat, Map.of(Claim.ID, id.toString()));
    }
    file.sync(frame);
    return id;
  }
}
