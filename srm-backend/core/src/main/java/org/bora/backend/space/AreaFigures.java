package org.bora.backend.space;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.locate.StorageClass;

/**
 * The use and free space of storage areas at one moment, in bytes. The names of the components are
 * those of the JSON, so renaming them breaks programs.
 */
public record AreaFigures(Instant at, List<Area> areas) {

  /**
   * A storage area.
   *
   * @param sfn its path for clients
   * @param token of its own space
   * @param bounded whether it has a size of its own; otherwise the filesystem is the limit
   * @param disk its bytes on disk; absent if it has no size of its own and the filesystem does not
   *     answer
   * @param available free bytes of the filesystem, shared by all areas on it; absent if a quota is
   *     tighter, or if it does not answer
   * @param tape files with a verified tape copy; present exactly if the storage class has tape
   * @param trouble why the filesystem does not answer; if {@code disk} is still present, its free
   *     bytes are what the size of the area leaves
   */
  public record Area(
      String name,
      String sfn,
      StorageClass storageClass,
      String token,
      String description,
      boolean bounded,
      Optional<Disk> disk,
      Optional<Long> available,
      Optional<Held> tape,
      List<Reservation> reservations,
      Optional<String> trouble) {
    public Area {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(storageClass, "storageClass");
      Objects.requireNonNull(disk, "disk");
      Objects.requireNonNull(available, "available");
      Objects.requireNonNull(tape, "tape");
      reservations = List.copyOf(reservations);
      Objects.requireNonNull(trouble, "trouble");
    }
  }

  /**
   * The bytes of an area on disk, its reservations included.
   *
   * @param total the size of the area; if it has none, that of its filesystem, which others may
   *     share
   * @param used by files of the area
   * @param promised to files being written
   * @param reserved reserved, but neither used nor promised yet
   * @param free free for any caller; for an area with a size, the smaller of what its size and its
   *     filesystem leave
   * @param files number of files, including those only on tape
   */
  public record Disk(long total, long used, long promised, long reserved, long free, long files) {
    /** The same with other bytes free. */
    public Disk leaving(long bytes) {
      return new Disk(total, used, promised, reserved, bytes, files);
    }
  }

  /** A number of files and their total size. */
  public record Held(long bytes, long files) {}

  /**
   * A reservation that has not been released.
   *
   * @param owner a subject or a role
   * @param ends absent for ever
   */
  public record Reservation(
      String token,
      String description,
      String owner,
      long total,
      long used,
      long promised,
      long free,
      long files,
      Optional<Instant> ends) {
    public Reservation {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(ends, "ends");
    }
  }

  public AreaFigures {
    Objects.requireNonNull(at, "at");
    areas = List.copyOf(areas);
  }
}
