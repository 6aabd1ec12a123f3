package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * Replaces the note of a door on a file or directory.
 *
 * @param note its name
 * @param before its current text; empty if there is no note
 * @param text its new text; empty to remove it
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
