package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends this frontend's snapshot to any available backend, because a frontend has no database. A
 * lost snapshot is not repeated; the next one is newer. Blocks for a few seconds at most.
 */
public final class FiguresSender implements Consumer<ProcessFigures> {
  private static final Logger LOG = LoggerFactory.getLogger(FiguresSender.class);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final BackendPool pool;

  /** Sends to the backends of a pool. */
  public FiguresSender(BackendPool pool) {
    this.pool = Objects.requireNonNull(pool, "pool");
  }

  @Override
  public void accept(ProcessFigures figures) {
    Optional<BackendLine> line = pool.next(List.of());
    if (line.isEmpty()) {
      return;
    }
    try {
      ClientCalls.blockingUnaryCall(
          line.get().channel(),
          Methods.FIGURES,
          CallOptions.DEFAULT.withDeadlineAfter(PATIENCE.toNanos(), TimeUnit.NANOSECONDS),
          Messages.figures(figures));
    } catch (StatusRuntimeException notNow) {
      LOG.debug("the figures of this frontend did not arrive: {}", notNow.getStatus());
    }
  }
}
