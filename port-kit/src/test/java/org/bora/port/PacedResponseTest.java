package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class PacedResponseTest {

  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int SECONDS_WORTH = AnswerPace.LEAST_BYTES_PER_SECOND;

  private final List<String> ended = new ArrayList<>();
  private final OpenConnections connections =
      new OpenConnections(new ConnectionLimits(4, 4, 4, 4), TIME, this::now);
  private final Visitor visitor = new Visitor(Optional.empty(), ended::add);
  private long now = 7;

  /** What the client has not taken. */
  private Callback untaken = Callback.NOOP;

  private boolean takesAtOnce;

  private final Response paced = paced();

  private long now() {
    return now;
  }

  private Response paced() {
    connections.opened(visitor);
    connections.busy(visitor);
    Response below =
        (Response)
            Proxy.newProxyInstance(
                Response.class.getClassLoader(),
                new Class<?>[] {Response.class},
                (_, method, arguments) -> {
                  assertEquals("write", method.getName());
                  untaken = (Callback) arguments[2];
                  if (takesAtOnce) {
                    untaken.succeeded();
                  }
                  return null;
                });
    Request request =
        (Request)
            Proxy.newProxyInstance(
                Request.class.getClassLoader(), new Class<?>[] {Request.class}, (_, _, _) -> null);
    return new PacedResponse(request, below, connections, visitor, TIME);
  }

  private void write(int bytes) {
    paced.write(false, ByteBuffer.allocate(bytes), Callback.NOOP);
  }

  private void pass(long seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
    connections.endOverdue();
  }

  @Test
  void aClientThatTakesBytesNowAndThenIsEndedOverAllWritesTogether() {
    int writes = 0;
    while (ended.isEmpty() && writes < 1000) {
      write(SECONDS_WORTH);
      pass(2);
      untaken.succeeded();
      writes++;
    }
    assertEquals(List.of("its answer was not taken in time"), ended);
    assertEquals(30, writes, "each costs it a second more than it brings");
  }

  @Test
  void aClientAtTheLeastRateGetsAnAnswerOfAnyLength() {
    for (int i = 0; i < 1000; i++) {
      write(SECONDS_WORTH);
      pass(1);
      untaken.succeeded();
    }
    assertEquals(List.of(), ended);
  }

  @Test
  void theTimeThatTheServiceTakesItselfIsNotTheClients() {
    takesAtOnce = true;
    for (int i = 0; i < 100; i++) {
      write(1);
      pass(3600);
    }
    assertEquals(List.of(), ended);
  }

  @Test
  void aWriteThatFailsLeavesNoDeadlineBehind() {
    write(1);
    untaken.failed(new IllegalStateException("the other end"));
    pass(3600);
    assertEquals(List.of(), ended);
  }
}
