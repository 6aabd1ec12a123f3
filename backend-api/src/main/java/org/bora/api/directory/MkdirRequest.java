package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.Surl;

/** srmMkdir: one directory, never its parents. */
public record MkdirRequest(Surl surl) {

  public MkdirRequest {
    Objects.requireNonNull(surl, "surl");
  }
}
