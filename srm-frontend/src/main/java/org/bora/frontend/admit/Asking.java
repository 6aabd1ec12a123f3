package org.bora.frontend.admit;

import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.frontend.admit.poll.Poll;
import org.bora.frontend.admit.poll.SharedPolls;
import org.bora.frontend.admit.turn.NoTurn;
import org.bora.frontend.admit.turn.Turn;
import org.bora.frontend.admit.turn.Turns;
import org.bora.frontend.admit.turn.Work;
import org.bora.frontend.admit.turn.WorkClass;

/** Asks a backend something when it is the call's turn. */
record Asking(Turns turns, SharedPolls polls) {

  Asking {
    Objects.requireNonNull(turns, "turns");
    Objects.requireNonNull(polls, "polls");
  }

  /** For how an earlier request is getting on; callers who ask the same share the answer. */
  <R> R poll(String operation, Call call, Object question, Supplier<R> ask) {
    Work work = new Work(operation, WorkClass.STATUS);
    return polls.answer(
        new Poll(operation, call.caller(), question),
        call,
        departs ->
            inTurn(
                work,
                call,
                () -> {
                  departs.run();
                  return ask.get();
                }));
  }

  <R> R read(String operation, Call call, Supplier<R> ask) {
    return inTurn(new Work(operation, WorkClass.READ), call, ask);
  }

  <R> R write(String operation, Call call, Supplier<R> ask) {
    return inTurn(new Work(operation, WorkClass.WRITE), call, ask);
  }

  <R> R lengthy(String operation, Call call, Supplier<R> ask) {
    return inTurn(new Work(operation, WorkClass.LONG), call, ask);
  }

  private <R> R inTurn(Work work, Call call, Supplier<R> ask) {
    return switch (turns.take(call, work)) {
      case Turn.Refused refused -> throw new NoTurn(refused);
      case Turn.Held held -> asked(held, ask);
    };
  }

  private static <R> R asked(Turn.Held held, Supplier<R> ask) {
    try (held) {
      try {
        return ask.get();
      } catch (RuntimeException | Error failure) {
        held.failed(isLate(failure));
        throw failure;
      }
    }
  }

  private static boolean isLate(Throwable failure) {
    return failure instanceof BackendFailure known && known.kind() == BackendFailure.Kind.TIMED_OUT;
  }
}
