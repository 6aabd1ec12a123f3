package org.bora.backend.stage.buffer;

import java.util.Objects;
import java.util.Optional;

/**
 * How full a buffer is, for people.
 *
 * @param capacity total size in bytes
 * @param occupied bytes of files on disk, and promised to files being written
 * @param highMark bytes above which files are released
 * @param lowMark bytes at which the release ends
 * @param notOnTape bytes on disk that cannot leave because they are not on tape yet
 * @param trouble why the state is unknown; otherwise absent
 */
public record BufferStatus(
    String area,
    long capacity,
    long occupied,
    long highMark,
    long lowMark,
    long notOnTape,
    Optional<String> trouble) {

  public BufferStatus {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(trouble, "trouble");
  }
}
