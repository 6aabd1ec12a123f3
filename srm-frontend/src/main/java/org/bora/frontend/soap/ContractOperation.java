package org.bora.frontend.soap;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;

/** One operation of the contract, in types of the contract. */
final class ContractOperation<Q, A> {
  private final String name;
  private final Class<Q> request;
  private final DelegatedAnswer<Q, A> answer;
  private final Refusal<Q, A> refusal;

  /**
   * An operation that does without the caller's credential.
   *
   * @param name as in the contract, {@code srmLs}
   * @param request type of its one part
   * @param answer does the work; throws MalformedRequest, BackendFailure
   * @param refusal shapes the reply to a request that was not served, of a request that may lack
   *     anything
   */
  ContractOperation(String name, Class<Q> request, Answer<Q, A> answer, Refusal<Q, A> refusal) {
    this(name, request, refusal, (call, part, credential) -> answer.to(call, part));
  }

  private ContractOperation(
      String name, Class<Q> request, Refusal<Q, A> refusal, DelegatedAnswer<Q, A> answer) {
    this.name = Objects.requireNonNull(name, "name");
    this.request = Objects.requireNonNull(request, "request");
    this.answer = Objects.requireNonNull(answer, "answer");
    this.refusal = Objects.requireNonNull(refusal, "refusal");
  }

  /** An operation that acts for its caller elsewhere. */
  static <Q, A> ContractOperation<Q, A> delegated(
      String name, Class<Q> request, DelegatedAnswer<Q, A> answer, Refusal<Q, A> refusal) {
    return new ContractOperation<>(name, request, refusal, answer);
  }

  @FunctionalInterface
  interface Answer<Q, A> {
    A to(Call call, Q request);
  }

  @FunctionalInterface
  interface DelegatedAnswer<Q, A> {
    A to(Call call, Q request, Optional<DelegatedCredential> credential);
  }

  @FunctionalInterface
  interface Refusal<Q, A> {
    A of(ReturnStatus status, Q request);
  }

  String name() {
    return name;
  }

  /** Type of its one part. */
  Class<Q> request() {
    return request;
  }

  /**
   * Does the work.
   *
   * @param credential what the caller delegated on this connection
   */
  Object answer(Call call, Object part, Optional<DelegatedCredential> credential) {
    return answer.to(call, request.cast(part), credential);
  }

  Object refuse(ReturnStatus status, Object part) {
    return refusal.of(status, request.cast(part));
  }
}
