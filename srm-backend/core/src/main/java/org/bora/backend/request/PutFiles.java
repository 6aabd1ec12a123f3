package org.bora.backend.request;

import java.util.List;
import java.util.Objects;

/** A put request and its files (or the requested ones), in their order. */
public record PutFiles(RequestHead head, List<PutRow> files) {

  public PutFiles {
    Objects.requireNonNull(head, "head");
    files = List.copyOf(files);
  }
}
