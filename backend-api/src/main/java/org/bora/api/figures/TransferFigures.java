package org.bora.api.figures;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A running transfer through a door.
 *
 * @param id identifier of the transfer while it runs
 * @param kind its name in the protocol: GET, PUT, COPY, PutObject
 * @param caller name of the caller
 * @param name of the file, in the notation of clients
 * @param other the other side: address of the client, or the server that the file is copied from or
 *     to
 * @param bytes transferred so far
 * @param size of the file, if known
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
