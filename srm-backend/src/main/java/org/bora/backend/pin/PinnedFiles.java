package org.bora.backend.pin;

import java.util.List;
import java.util.Objects;
import org.bora.backend.request.RequestHead;

/** A get or bringOnline request and its files, in their order. */
public record PinnedFiles(RequestHead head, List<Pin> files) {

  public PinnedFiles {
    Objects.requireNonNull(head, "head");
    files = List.copyOf(files);
  }
}
