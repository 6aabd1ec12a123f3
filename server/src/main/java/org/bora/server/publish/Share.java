package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.locate.StorageClass;
import org.bora.server.publish.StorageService.Amounts;

/**
 * A storage area as it is told to the grid.
 *
 * @param id unique within the service
 * @param name by which people know it: its space token description
 * @param paths where clients see it
 * @param vos who uses it, as far as that is known
 * @param anyone whether everybody with a certificate may
 * @param lives what may become of its files
 * @param extent names the storage behind it; of the free bytes of one that several have each has
 *     its part
 * @param dedicated whether it does not share them
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
    return shares.stream()
        .flatMap(share -> share.disk().stream())
        .reduce(new Amounts(0, 0, 0, 0), Amounts::plus);
  }
}
