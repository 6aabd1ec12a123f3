package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.locate.StorageClass;
import org.bora.server.publish.StorageService.Amounts;

/**
 * A storage area as it is published to the grid.
 *
 * @param id unique within the service
 * @param name by which people know it: its space token description
 * @param paths where clients see it
 * @param vos virtual organisations that use it, as far as known
 * @param anyone whether everyone with a certificate may use it
 * @param lives what may happen to files when their lifetime ends
 * @param extent identifies its filesystem; the free bytes of one filesystem are divided among its
 *     areas
 * @param dedicated whether no other area uses this filesystem
 * @param disk its sizes on disk; absent if its filesystem does not answer
 * @param tape its sizes on tape, if its class has a tape copy; total is at least used
 * @param files number of files, including those on tape
 * @param message public note; empty if there is nothing to add
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
    return shares.stream()
        .flatMap(share -> share.disk().stream())
        .reduce(new Amounts(0, 0, 0, 0), Amounts::plus);
  }
}
