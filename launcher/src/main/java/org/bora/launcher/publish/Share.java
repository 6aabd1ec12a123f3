package org.bora.launcher.publish;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.locate.StorageClass;
import org.bora.launcher.publish.StorageService.Amounts;

/**
 * A storage area as it is told to the grid.
 *
 * @param id unique within the service
 * @param name by which people know it: its space token description
 * @param paths where clients see it
 * @param vos who uses it, as far as that is known
 * @param anyone whether everybody with a certificate may
 * @param lives what may become of its files
 * @param extent names the storage behind it; areas with the same one share its free bytes
 * @param dedicated whether it shares them with nobody
 * @param disk what it has on disk; absent where its filesystem does not answer
 * @param tape what it has on tape, where its class has a copy there; total is at least used
 * @param files in it; those on tape too
 * @param message for everybody; empty where all is said
 */
public record Share(
    String id,
    String name,
    StorageClass storageClass,
    List<String> paths,
    List<String> vos,
    boolean anyone,
    Set<FileStorageType> lives,
    String extent,
    boolean dedicated,
    Optional<Amounts> disk,
    Optional<Amounts> tape,
    long files,
    String message) {

  public Share {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(storageClass, "storageClass");
    paths = List.copyOf(paths);
    vos = List.copyOf(vos);
    lives = Set.copyOf(lives);
    Objects.requireNonNull(extent, "extent");
    Objects.requireNonNull(disk, "disk");
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(message, "message");
  }

  /** Whether it serves now. */
  boolean isOpen() {
    return disk.isPresent();
  }

  /** The amounts that it is known by: of files that may leave the disk, those of tape. */
  Optional<Amounts> main() {
    return storageClass.leavesDisk() ? tape : disk;
  }

  /** The disk of all of them. */
  static Amounts together(List<Share> shares) {
    Amounts all = new Amounts(0, 0, 0, 0);
    Map<String, Long> free = new HashMap<>();
    for (Share share : shares) {
      if (share.disk().isPresent()) {
        Amounts disk = share.disk().get();
        all = all.plus(new Amounts(disk.total() - disk.free(), disk.used(), disk.reserved(), 0));
        free.merge(share.extent(), disk.free(), Math::max);
      }
    }
    long left = free.values().stream().mapToLong(Long::longValue).sum();
    return all.plus(new Amounts(left, 0, 0, left));
  }
}
