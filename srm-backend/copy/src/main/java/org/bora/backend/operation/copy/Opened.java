package org.bora.backend.operation.copy;

import java.util.Objects;
import java.util.OptionalLong;
import org.bora.gridftp.copy.GsiftpUrl;

/**
 * Where the bytes of one side are.
 *
 * @param size in bytes, where this side knows it before the transfer
 */
record Opened(GsiftpUrl url, OptionalLong size) {

  Opened {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(size, "size");
  }
}
