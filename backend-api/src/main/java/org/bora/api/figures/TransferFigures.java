package org.bora.api.figures;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A request that moves bytes through a door now.
 *
 * @param id of it, while it lasts
 * @param kind of it, as its protocol has it: GET, PUT, COPY, PutObject
 * @param caller who asked for it, by name
 * @param name of the file, as clients write it
 * @param other side: the address of the client, or the server that a file is copied from or to
 * @param bytes that have moved
 * @param size of the file, where it is known
 * @param seconds since it began
 */
public record TransferFigures(
    String id,
    String kind,
    String caller,
    String name,
    String other,
    long bytes,
    OptionalLong size,
    double seconds) {
  public TransferFigures {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(other, "other");
    Objects.requireNonNull(size, "size");
  }
}
