package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a file is, and what holds its name. The names of the components are those of the JSON.
 *
 * @param surl as in the question; for a place, its path in the namespace of clients
 * @param found FILE, DIRECTORY, LINK, OTHER; absent if nothing has the name
 * @param trouble why the storage did not answer
 * @param file facts from the storage; only for a file
 * @param lock the put that holds the name
 * @param pins those who read it or wait for it; of very many, the first
 * @param books its entry in the books of space
 * @param tape running migration or recall
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
   * Facts from the file itself.
   *
   * @param volume tape volume of its copy
   * @param difficulty UNAVAILABLE or LOST, if its bytes cannot be read
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
   * The put that holds the name.
   *
   * @param arrived bytes so far; absent if unknown
   * @param until deadline of srmPutDone, after which the name becomes free by itself
   * @param hidden name of the hidden file with the bytes, in the same directory
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
   * The entry of the file in the books of space.
   *
   * @param space token of the space in which the file counts
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
