package org.bora.frontend.soap;

import java.util.Objects;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;

/**
 * One operation of the contract, in types of the contract.
 *
 * @param name as in the contract, {@code srmLs}
 * @param request type of its one part
 * @param answer does the work; throws MalformedRequest, BackendFailure
 * @param refusal shapes the reply to a request that was not served, of a request that may lack
 *     anything
 */
record Operation<Q, A>(String name, Class<Q> request, Answer<Q, A> answer, Refusal<Q, A> refusal) {

  Operation {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(refusal, "refusal");
  }

  @FunctionalInterface
  interface Answer<Q, A> {
    A to(Call call, Q request);
  }

  @FunctionalInterface
  interface Refusal<Q, A> {
    A of(ReturnStatus status, Q request);
  }

  Object answer(Call call, Object part) {
    return answer.to(call, request.cast(part));
  }

  Object refuse(ReturnStatus status, Object part) {
    return refusal.of(status, request.cast(part));
  }
}
