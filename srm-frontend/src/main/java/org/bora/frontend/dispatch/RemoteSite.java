package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.area.ServedArea;
import org.bora.api.area.SiteCalls;
import org.bora.api.ban.BannedName;
import org.bora.api.figures.DoorLoad;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;

/**
 * Asks one backend after another, until one answers, for what this process itself needs: bans, the
 * directories of the areas, and the available doors. Thread safe; blocks.
 */
public final class RemoteSite implements SiteCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BackendPool pool;

  public RemoteSite(BackendPool pool) {
    this.pool = Objects.requireNonNull(pool, "pool");
  }

  @Override
  public List<BannedName> bans() {
    return ask(Methods.BANS, Messages::bans, "no backend says who is banned");
  }

  @Override
  public List<ServedArea> areas() {
    return ask(Methods.AREAS, Messages::areas, "no backend says which directory the area is");
  }

  @Override
  public List<DoorLoad> doors() {
    return ask(Methods.DOORS, Messages::doors, "no backend says which doors there are");
  }

  private <T> T ask(
      MethodDescriptor<byte[], byte[]> method, Function<byte[], T> read, String unanswered) {
    List<BackendLine> tried = new ArrayList<>();
    RuntimeException last = null;
    for (Optional<BackendLine> next = pool.next(tried); next.isPresent(); next = pool.next(tried)) {
      tried.add(next.get());
      try {
        return read.apply(
            ClientCalls.blockingUnaryCall(
                next.get().channel(),
                method,
                CallOptions.DEFAULT.withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
                new byte[0]));
      } catch (StatusRuntimeException | MalformedMessage silent) {
        last = silent;
      }
    }
    throw new BackendFailure(BackendFailure.Kind.TRANSIENT, unanswered, last);
  }
}
