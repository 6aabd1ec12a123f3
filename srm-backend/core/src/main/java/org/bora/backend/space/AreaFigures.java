package org.bora.backend.space;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.locate.StorageClass;

/**
 * What storage areas hold and have left at one moment, in bytes. The names of the components are
 * those of the JSON that programs read: they are not renamed lightly.
 */
public record AreaFigures(Instant at, List<Area> areas) {

  /**
   * A storage area.
   *
   * @param sfn where clients see it
   * @param token of its own space
   * @param bounded whether it has a size of its own, else the filesystem is its bound
   * @param disk what it holds on disk; absent where it has no size of its own, and the filesystem
   *     does not answer
   * @param available what the filesystem itself has left, for all areas that share it among them;
   *     absent where a quota is tighter, or it does not answer
   * @param tape what has a verified copy on tape, present exactly where the class has one
   * @param trouble why the filesystem does not answer; of {@code disk}, where it is there all the
   *     same, what is free is then what the area's size leaves
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
   * @param total the area's size; where it has none, that of its filesystem, which others may share
   * @param used by files of the area
   * @param promised to files being written
   * @param reserved and not yet used or promised
   * @param free for any caller: of an area with a size the lesser of what that leaves and what its
   *     filesystem does
   * @param files of the area, those too that are on tape only
   */
  public record Disk(long total, long used, long promised, long reserved, long free, long files) {
    /** The same with other bytes free. */
    public Disk leaving(long bytes) {
      return new Disk(total, used, promised, reserved, bytes, files);
    }
  }

  /** Files and what they have together. */
  public record Held(long bytes, long files) {}

  /**
   * What users reserved and have not released.
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
