package org.bora.backend.space;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;

/**
 * A put that is about to end, for the books.
 *
 * @param upload its identifier, which becomes the file's
 * @param promise bytes that it has held so far
 * @param stored true size in bytes, if it became a file
 * @param replaced whether this file may have replaced another one
 * @param copyPinned whether its disk copy will be pinned
 */
public record EndedPut(
    UUID upload,
    Promise promise,
    OptionalLong stored,
    boolean replaced,
    String area,
    AreaPath path,
    boolean copyPinned) {

  public EndedPut {
    Objects.requireNonNull(upload, "upload");
    Objects.requireNonNull(promise, "promise");
    Objects.requireNonNull(stored, "stored");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(path, "path");
  }

  /** The same, of a put of which no file has come after all. */
  public EndedPut withoutFile() {
    return new EndedPut(upload, promise, OptionalLong.empty(), false, area, path, false);
  }

  /** The same, where it is known whether another file was replaced. */
  public EndedPut over(boolean replacedOne) {
    return new EndedPut(upload, promise, stored, replacedOne, area, path, copyPinned);
  }
}
