package org.bora.backend.operation.copy;

import java.util.Objects;
import java.util.OptionalLong;
import org.bora.gridftp.copy.GsiftpUrl;

/**
 * The location of the bytes of one side.
 *
 * @param size in bytes, if this side knows it before the transfer
 */
record Opened(GsiftpUrl url, OptionalLong size) {

  Opened {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(size, "size");
  }
}
