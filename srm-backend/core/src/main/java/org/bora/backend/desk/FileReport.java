package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a file is, and what holds its name. The names of the components are those of the JSON that
 * programs read.
 *
 * @param surl as it was asked for; the path as clients name it where a place was asked for
 * @param found FILE, DIRECTORY, LINK, OTHER; absent where there is nothing of that name
 * @param trouble why the storage could not be asked
 * @param file what the storage says; only of a file
 * @param lock the put that holds the name
 * @param pins who reads it, or waits for it; of very many the first
 * @param books what the books of space say of it
 * @param tape what is under way between disk and tape
 * @param told sentences for people, the most important first
 */
public record FileReport(
    Instant at,
    String surl,
    String area,
    String path,
    Optional<String> found,
    Optional<String> trouble,
    Optional<OnStorage> file,
    Optional<Lock> lock,
    List<PinLine> pins,
    Optional<InBooks> books,
    List<String> tape,
    List<String> told) {

  /**
   * What the file itself says.
   *
   * @param volume where its copy on tape is
   * @param difficulty UNAVAILABLE or LOST: what stands between it and its bytes
   */
  public record OnStorage(
      long size,
      Instant modified,
      int uid,
      int gid,
      Optional<String> adler32,
      boolean onDisk,
      boolean onTape,
      Optional<String> library,
      Optional<String> volume,
      Optional<String> difficulty) {}

  /**
   * A put that has the name for itself.
   *
   * @param arrived bytes so far; absent where nothing can be seen
   * @param until srmPutDone must come before; then the name is free by itself
   * @param hidden the name of the file beside it into which the bytes are written
   * @param door where the client writes, {@code gsiftp://HOST:PORT}
   */
  public record Lock(
      String token,
      int position,
      String owner,
      Instant since,
      Instant until,
      boolean overdue,
      Optional<Long> arrived,
      Optional<Long> expected,
      String hidden,
      String door) {}

  /** A pin, or a wait for one. */
  public record PinLine(
      String token, String owner, String state, Instant until, Optional<String> waitsFor) {}

  /**
   * What the books say.
   *
   * @param space token of the space it is counted in
   */
  public record InBooks(
      String id,
      String owner,
      String space,
      long size,
      Instant stored,
      String storageType,
      Optional<Instant> ends) {}

  public FileReport {
    Objects.requireNonNull(at, "at");
    pins = List.copyOf(pins);
    tape = List.copyOf(tape);
    told = List.copyOf(told);
  }
}
