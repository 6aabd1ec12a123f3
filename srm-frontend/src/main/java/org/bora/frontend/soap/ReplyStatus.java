package org.bora.frontend.soap;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.TReturnStatus;
import org.bora.contract.codec.ContractType;

/** Finds the status and the request token in a reply of any operation. Thread safe. */
final class ReplyStatus {

  private static final String STATUS = "returnStatus";
  private static final String TOKEN = "requestToken";
  private static final String PREFIX = "SRM_";

  private final Function<Class<?>, ContractType> types;

  ReplyStatus(Function<Class<?>, ContractType> types) {
    this.types = Objects.requireNonNull(types, "types");
  }

  /** Empty if there is none, as in srmPing. */
  Optional<ReturnStatus> of(Object reply) {
    if (reply instanceof StreamedReply streamed) {
      return Optional.of(streamed.listing().status());
    }
    return Optional.ofNullable(types.apply(reply.getClass()).field(STATUS))
        .map(field -> (TReturnStatus) field.of(reply))
        .map(
            status ->
                ReturnStatus.of(
                    SrmStatus.valueOf(status.getStatusCode().substring(PREFIX.length())),
                    Objects.requireNonNullElse(status.getExplanation(), "")));
  }

  /** That the reply gives, or that the question named; empty for neither. */
  Optional<String> token(Object reply, Object question) {
    return token(reply).or(() -> token(question));
  }

  private Optional<String> token(Object part) {
    if (part instanceof StreamedReply streamed) {
      return streamed.listing().token();
    }
    return Optional.ofNullable(types.apply(part.getClass()).field(TOKEN))
        .map(field -> field.of(part))
        .filter(String.class::isInstance)
        .map(String.class::cast);
  }
}
