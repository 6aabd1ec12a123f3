package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;

/** Asks one backend after another who is kept out, until one answers. Thread safe; blocks. */
public final class RemoteBans implements BanCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BackendPool pool;

  public RemoteBans(BackendPool pool) {
    this.pool = Objects.requireNonNull(pool, "pool");
  }

  @Override
  public List<BannedName> bans() {
    List<BackendLine> tried = new ArrayList<>();
    RuntimeException last = null;
    for (Optional<BackendLine> next = pool.next(tried); next.isPresent(); next = pool.next(tried)) {
      tried.add(next.get());
      try {
        return Messages.bans(
            ClientCalls.blockingUnaryCall(
                next.get().channel(),
                Methods.BANS,
                CallOptions.DEFAULT.withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
                new byte[0]));
      } catch (StatusRuntimeException | MalformedMessage unanswered) {
        last = unanswered;
      }
    }
    throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no backend says who is banned", last);
  }
}
