package org.bora.frontend.soap;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.word.SrmStatus;
import org.bora.contract.TReturnStatus;

/** Finds the status of a whole reply, whatever operation it answers. Thread safe. */
final class ReplyStatus {

  private static final String FIELD = "returnStatus";
  private static final String PREFIX = "SRM_";

  private final Function<Class<?>, ContractType> types;

  ReplyStatus(Function<Class<?>, ContractType> types) {
    this.types = Objects.requireNonNull(types, "types");
  }

  /** Empty where there is none: of srmPing. */
  Optional<SrmStatus> of(Object reply) {
    if (reply instanceof StreamedReply streamed) {
      return Optional.of(streamed.listing().status().code());
    }
    return Optional.ofNullable(types.apply(reply.getClass()).field(FIELD))
        .map(field -> (TReturnStatus) field.of(reply))
        .map(status -> SrmStatus.valueOf(status.getStatusCode().substring(PREFIX.length())));
  }
}
