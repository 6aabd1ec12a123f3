package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The notes of a door on several names.
 *
 * @param texts in the order of the names asked for, empty if a name has no note; no texts unless
 *     the status is a success
 */
public record NotesReply(ReturnStatus status, List<String> texts) implements Reply {

  public NotesReply {
    Objects.requireNonNull(status, "status");
    texts = List.copyOf(texts);
  }
}
