package org.bora.backend.stage.buffer;

import java.util.Objects;
import java.util.Optional;

/**
 * How full a buffer is, for people.
 *
 * @param capacity bytes it has in all
 * @param occupied bytes of files on disk, and promised to files being written
 * @param highMark bytes above which files leave
 * @param lowMark bytes at which that ends
 * @param notOnTape of the bytes on disk, those that cannot leave because no tape has them yet
 * @param trouble why it cannot be found out; else absent
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
