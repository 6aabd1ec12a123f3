package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is at a place of a storage area: a page of a directory, or a file. The names of the
 * components are those of the JSON that programs read. Names may hold any character but a slash and
 * NUL.
 *
 * @param storageClass of the area, D1T0, D0T1 or D1T1
 * @param sfn the place as clients name it
 * @param path the same within the area, without a leading slash; empty for its root
 * @param file everything about it where it is no directory
 * @param order NAME, by the bytes of the names; DIRECTORY, as the filesystem has them, for very
 *     wide directories
 * @param next where the next page begins; absent on the last page
 * @param uploads of names directly in this directory; on the first page only
 * @param moreUploads whether there are more than these
 * @param allPins false where there are so many pins that not all were counted
 * @param areas other areas that clients find directly in this directory
 */
public record EntryPage(
    Instant at,
    String area,
    String storageClass,
    String sfn,
    String path,
    Optional<FileReport> file,
    String order,
    List<Entry> entries,
    Optional<String> next,
    List<Upload> uploads,
    boolean moreUploads,
    boolean allPins,
    List<AreaBelow> areas) {

  /**
   * A name in a directory.
   *
   * @param kind FILE, DIRECTORY, LINK, OTHER; absent where it could not be looked at
   * @param size of a file, in bytes
   * @param modified when it was changed last
   * @param locality of a file, as srmLs tells it: ONLINE, NEARLINE, ONLINE_AND_NEARLINE, LOST,
   *     UNAVAILABLE
   * @param recall of a file that is wanted from tape: WAITING, RUNNING or UNLOCATED
   * @param adler32 of a file, as it was stored
   * @param pins of a file; absent where there are none
   * @param held the upload that holds the name
   * @param trouble why it could not be looked at
   */
  public record Entry(
      String name,
      Optional<String> kind,
      Optional<Long> size,
      Optional<Instant> modified,
      Optional<String> locality,
      Optional<String> recall,
      Optional<String> adler32,
      Optional<Pins> pins,
      Optional<Held> held,
      Optional<String> trouble) {}

  /**
   * Who reads a file or waits for it.
   *
   * @param until when the last of them ends
   * @param owners some of their owners
   * @param moreOwners whether there are others
   */
  public record Pins(
      int pinned, int waiting, Instant until, List<String> owners, boolean moreOwners) {
    public Pins {
      owners = List.copyOf(owners);
    }
  }

  /**
   * The upload that holds a name.
   *
   * @param token of its request
   * @param until srmPutDone must come before
   */
  public record Held(String token, String owner, Instant since, Instant until, boolean overdue) {}

  /**
   * An upload to a name in the directory, whether there is a file of that name or not.
   *
   * @param hidden the name of the file into which the bytes are written
   * @param door where the client writes, {@code gsiftp://HOST:PORT}; absent where it ended
   *     meanwhile
   * @param arrived bytes so far; absent where nothing can be seen
   */
  public record Upload(
      String name,
      Held held,
      String hidden,
      Optional<String> door,
      Optional<Long> arrived,
      Optional<Long> expected) {}

  /**
   * Another area that hangs in the directory.
   *
   * @param name by which the directory has it
   */
  public record AreaBelow(String name, String area) {}

  public EntryPage {
    Objects.requireNonNull(at, "at");
    entries = List.copyOf(entries);
    uploads = List.copyOf(uploads);
    areas = List.copyOf(areas);
  }
}
