package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The tokens that answer srmGetSpaceTokens.
 *
 * @param tokens of the spaces with the requested description that the caller may use
 */
public record SpaceTokensReply(ReturnStatus status, List<String> tokens) implements Reply {

  public SpaceTokensReply {
    Objects.requireNonNull(status, "status");
    tokens = List.copyOf(tokens);
  }
}
