package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is at a place of a storage area: a page of a directory, or a file. The names of the
 * components are those of the JSON. Names may contain any character except a slash and NUL.
 *
 * @param storageClass of the area, D1T0, D0T1 or D1T1
 * @param sfn the place in the namespace of clients
 * @param path the place within the area, without a leading slash; empty for its root
 * @param file details, if the place is not a directory
 * @param order NAME: by the bytes of the names; DIRECTORY: in the order of the filesystem, for very
 *     large directories
 * @param next where the next page begins; absent on the last page
 * @param uploads uploads to names directly in this directory; only on the first page
 * @param moreUploads whether there are more uploads
 * @param allPins false if there were too many pins to count all
 * @param areas other areas that clients see directly in this directory
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
   * @param kind FILE, DIRECTORY, LINK, OTHER; absent if it could not be examined
   * @param size of a file, in bytes
   * @param modified time of the last change
   * @param locality of a file, as srmLs reports it: ONLINE, NEARLINE, ONLINE_AND_NEARLINE, LOST,
   *     UNAVAILABLE
   * @param recall state of the recall of a file: WAITING, RUNNING or UNLOCATED
   * @param adler32 stored checksum of a file
   * @param pins of a file; absent if there are none
   * @param held the upload that holds the name
   * @param trouble why it could not be examined
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
   * The pins of a file, and those who wait for it.
   *
   * @param until when the last pin ends
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
   * @param until deadline of srmPutDone
   */
  public record Held(String token, String owner, Instant since, Instant until, boolean overdue) {}

  /**
   * An upload to a name in the directory, with or without an existing file of that name.
   *
   * @param hidden name of the hidden file with the bytes
   * @param door where the client writes, {@code gsiftp://HOST:PORT}; absent if it ended meanwhile
   * @param arrived bytes so far; absent if unknown
   */
  public record Upload(
      String name,
      Held held,
      String hidden,
      Optional<String> door,
      Optional<Long> arrived,
      Optional<Long> expected) {}

  /**
   * Another area whose path is directly in the directory.
   *
   * @param name its name in the directory
   */
  public record AreaBelow(String name, String area) {}

  public EntryPage {
    Objects.requireNonNull(at, "at");
    entries = List.copyOf(entries);
    uploads = List.copyOf(uploads);
    areas = List.copyOf(areas);
  }
}
