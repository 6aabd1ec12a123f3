package org.bora.api;

import java.util.Objects;
import org.bora.api.word.Reply;

/**
 * What a frontend may ask of a backend. All operations stand in the {@link Catalogue}; what is done
 * alike for all of them, on the way to a backend and in it, goes by these properties and names no
 * operation.
 *
 * @param name in the audit log, in figures and traces and on the wire; that of the specification
 *     where the operation is one of SRM
 * @param question its type
 * @param answer its type
 * @param work what it costs a backend
 * @param repetition whether it may be asked of another backend
 * @param isPaged whether the answer comes in pages, and can be read as it comes
 * @param isEnquiry whether it only asks how something stands that was begun before, or what the
 *     service is. Clients repeat such calls every second or so, and the audit log tells of one only
 *     where it was not answered as asked
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
      throw new IllegalArgumentException(name + " is paged: it may be asked again");
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

  /** Takes as long as what it is about is large. */
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
