package org.bora.storage.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * One file in a batch for a tape system.
 *
 * @param id of the file, the same at every repetition; a tape system may use it to find out that it
 *     has done the work already
 * @param name path in the namespace of clients, for people and for the catalogue of the tape system
 * @param path absolute physical path: of the bytes to be read when migrating, of the file to be
 *     written when recalling. Empty when removing
 * @param size bytes
 * @param adler32 eight lower-case hexadecimal digits
 * @param location its place on tape; empty when migrating
 */
public record TapeFile(
    UUID id, String name, String path, long size, String adler32, Optional<TapeLocation> location) {

  public TapeFile {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(adler32, "adler32");
    Objects.requireNonNull(location, "location");
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size);
    }
  }
}
