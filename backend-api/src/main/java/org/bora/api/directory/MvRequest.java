package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.Surl;

/** srmMv: file or directory, within one storage area. */
public record MvRequest(Surl from, Surl to) {

  public MvRequest {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }
}
