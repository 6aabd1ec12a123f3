package org.bora.api.directory;

import java.util.List;
import org.bora.api.word.Surl;

/** srmRm: files only. */
public record RmRequest(List<Surl> surls) {

  public RmRequest {
    surls = List.copyOf(surls);
  }
}
