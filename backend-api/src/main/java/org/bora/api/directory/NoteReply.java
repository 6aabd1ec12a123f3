package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The note of a door on a directory.
 *
 * @param text empty if there is no note
 */
public record NoteReply(ReturnStatus status, Optional<String> text) implements Reply {

  public NoteReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(text, "text");
  }
}
