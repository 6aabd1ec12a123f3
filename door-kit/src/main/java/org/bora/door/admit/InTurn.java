package org.bora.door.admit;

import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.WorkClass;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.door.admit.poll.Poll;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.admit.turn.Turn;
import org.bora.door.admit.turn.Turns;
import org.bora.door.admit.turn.Work;

/**
 * A backend that calls use one turn at a time, and that combines equal status polls. Besides what
 * the backend throws, it throws {@link NoTurn} if a call gets no turn in time.
 *
 * @param backend receives the calls
 * @param turns turns by class of work
 * @param polls combines equal polls about earlier requests
 */
public record InTurn(Backend backend, Turns turns, SharedPolls polls) implements Backend {

  public InTurn {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(turns, "turns");
    Objects.requireNonNull(polls, "polls");
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    Supplier<R> ask = () -> backend.call(operation, call, question);
    return operation.work() == WorkClass.STATUS
        ? shared(operation, call, question, ask)
        : inTurn(work(operation, question), call, ask);
  }

  /** The state is read when the turn has come, not before. */
  private <R extends Reply> R shared(
      Operation<?, R> operation, Call call, Object question, Supplier<R> ask) {
    return polls.answer(
        new Poll(operation.name(), call.caller(), question),
        call,
        departs ->
            inTurn(
                work(operation, question),
                call,
                () -> {
                  departs.run();
                  return ask.get();
                }));
  }

  /**
   * The turn ends when the listing begins to come: then the backend has found all of it. A listing
   * that is shared comes as a whole.
   */
  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    return operation.work() == WorkClass.STATUS
        ? LsStream.of(call(operation, call, question))
        : inTurn(work(operation, question), call, () -> backend.open(operation, call, question));
  }

  /** A walk through several levels is work for a while, a look into one directory is not. */
  private static Work work(Operation<?, ?> operation, Object question) {
    boolean isOfATree =
        switch (question) {
          case LsRequest ls -> ls.allLevels() || ls.levels().orElse(1) > 1;
          case RmdirRequest rmdir -> rmdir.recursive();
          default -> false;
        };
    return isOfATree
        ? new Work(operation.name() + " of a tree", WorkClass.LONG)
        : new Work(operation.name(), operation.work());
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
