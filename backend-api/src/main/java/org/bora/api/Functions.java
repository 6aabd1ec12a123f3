package org.bora.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;

/**
 * The functions of a backend or of a part of it, one for each operation. Each feature makes its
 * own, and {@link #of} combines them. Immutable.
 */
public final class Functions implements Backend {

  /** Carries out an operation. */
  @FunctionalInterface
  public interface Function<Q, R> {
    R answer(Call call, Q question);
  }

  private static final Functions NONE = new Functions(Map.of());

  private final Map<String, Function<?, ?>> functions;

  private Functions(Map<String, Function<?, ?>> functions) {
    this.functions = Map.copyOf(functions);
  }

  /** These and one more. */
  public <Q, R extends Reply> Functions and(Operation<Q, R> operation, Function<Q, R> function) {
    return of(List.of(this, new Functions(Map.of(operation.name(), function))));
  }

  /** The function of one operation. */
  public static <Q, R extends Reply> Functions of(
      Operation<Q, R> operation, Function<Q, R> function) {
    return NONE.and(operation, function);
  }

  /** All of these together; none may have an operation of another one. */
  public static Functions of(List<Functions> parts) {
    Map<String, Function<?, ?>> all = new HashMap<>();
    for (Functions part : parts) {
      part.functions.forEach(
          (name, function) -> {
            if (all.put(name, Objects.requireNonNull(function, name)) != null) {
              throw new IllegalArgumentException(name + " has two functions");
            }
          });
    }
    return new Functions(all);
  }

  /**
   * These functions, if they are complete.
   *
   * @throws IllegalStateException if an operation of the catalogue has no function
   */
  public Functions complete() {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      if (!functions.containsKey(operation.name())) {
        throw new IllegalStateException(operation.name() + " has no function");
      }
    }
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // entered with its operation, whose name is its own
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    Function<Q, R> function = (Function<Q, R>) functions.get(operation.name());
    if (function == null) {
      throw new IllegalStateException(operation.name() + " has no function here");
    }
    return function.answer(call, question);
  }
}
