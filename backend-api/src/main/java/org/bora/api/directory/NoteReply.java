package org.bora.api.directory;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * A note of a door.
 *
 * @param text empty where there is none
 */
public record NoteReply(ReturnStatus status, Optional<String> text) implements Reply {

  public NoteReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(text, "text");
  }
}
