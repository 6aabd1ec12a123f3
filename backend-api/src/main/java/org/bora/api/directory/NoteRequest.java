package org.bora.api.directory;

import java.util.Objects;
import org.bora.api.word.Surl;

/**
 * Asks for a note of a door on a directory.
 *
 * @param note its name
 */
public record NoteRequest(Surl surl, String note) {

  public NoteRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(note, "note");
  }
}
