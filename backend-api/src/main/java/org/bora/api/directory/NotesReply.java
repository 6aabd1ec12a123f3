package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * Notes of a door.
 *
 * @param texts of the names in the order asked, each empty where there is no note; none at all
 *     where the status is another one than success
 */
public record NotesReply(ReturnStatus status, List<String> texts) implements Reply {

  public NotesReply {
    Objects.requireNonNull(status, "status");
    texts = List.copyOf(texts);
  }
}
