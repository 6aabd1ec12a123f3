package org.bora.api;

import java.util.Objects;
import org.bora.api.word.Reply;

/**
 * An operation that a frontend may ask a backend for. The {@link Catalogue} contains all of them.
 * Code that treats all operations alike uses these properties, and names no operation.
 *
 * @param name in the audit log, metrics, traces and on the wire; for an SRM operation, the name in
 *     the specification
 * @param question its type
 * @param answer its type
 * @param work what it costs a backend
 * @param repetition whether another backend may be asked if the first did not answer
 * @param isPaged whether the answer comes in pages that can be read as they arrive
 * @param isEnquiry whether it only asks for the state of earlier work or of the service. Clients
 *     repeat such calls about every second, so the audit log has a line only if the answer is not a
 *     success
 */
public record Operation<Q, R extends Reply>(
    String name,
    Class<Q> question,
    Class<R> answer,
    WorkClass work,
    Repetition repetition,
    boolean isPaged,
    boolean isEnquiry) {

  public Operation {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(repetition, "repetition");
    if (isPaged && repetition != Repetition.ALWAYS) {
      throw new IllegalArgumentException(name + " is paged: it may be repeated");
    }
  }

  /** Changes nothing. */
  static <Q, R extends Reply> Operation<Q, R> read(
      String name, Class<Q> question, Class<R> answer) {
    return new Operation<>(name, question, answer, WorkClass.READ, Repetition.ALWAYS, false, false);
  }

  /** Asks what the service is. */
  static <Q, R extends Reply> Operation<Q, R> enquiry(
      String name, Class<Q> question, Class<R> answer) {
    return new Operation<>(name, question, answer, WorkClass.READ, Repetition.ALWAYS, false, true);
  }

  /** Asks how an earlier request is getting on. */
  static <Q, R extends Reply> Operation<Q, R> status(
      String name, Class<Q> question, Class<R> answer) {
    return new Operation<>(
        name, question, answer, WorkClass.STATUS, Repetition.ALWAYS, false, true);
  }

  /** Ends with a durable commit. */
  static <Q, R extends Reply> Operation<Q, R> write(
      String name, Class<Q> question, Class<R> answer, Repetition repetition) {
    return new Operation<>(name, question, answer, WorkClass.WRITE, repetition, false, false);
  }

  /** Its duration depends on the size of its object. */
  static <Q, R extends Reply> Operation<Q, R> lengthy(
      String name, Class<Q> question, Class<R> answer, Repetition repetition) {
    return new Operation<>(name, question, answer, WorkClass.LONG, repetition, false, false);
  }

  Operation<Q, R> inPages() {
    return new Operation<>(name, question, answer, work, repetition, true, isEnquiry);
  }

  @Override
  public String toString() {
    return name;
  }
}
