package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * A note of a door that is to be on a file or directory in place of another one.
 *
 * @param note its name
 * @param before its text so far; empty for none
 * @param text empty where it is to go
 */
public record AnnotateRequest(
    Surl surl, String note, Optional<String> before, Optional<String> text) {

  public AnnotateRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(text, "text");
  }
}
