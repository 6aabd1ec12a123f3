package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.Surl;

/** srmRmdir; recursive removes what is below, never a file being written. */
public record RmdirRequest(Surl surl, boolean recursive) {

  public RmdirRequest {
    Objects.requireNonNull(surl, "surl");
  }
}
