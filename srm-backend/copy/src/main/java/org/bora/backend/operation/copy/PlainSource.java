package org.bora.backend.operation.copy;

import java.util.OptionalLong;
import org.bora.gridftp.copy.GsiftpUrl;

/** A file on a GridFTP server without an SRM. */
record PlainSource(GsiftpUrl url) implements SourceSide {

  @Override
  public Opened open() {
    return new Opened(url, OptionalLong.empty());
  }

  @Override
  public void close() {
    // nothing was taken
  }
}
