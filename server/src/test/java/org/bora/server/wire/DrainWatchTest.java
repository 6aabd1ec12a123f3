package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.server.drain.Drain;
import org.bora.server.drain.Drainable;
import org.bora.server.drain.Left;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrainWatchTest {
  private volatile List<Left> left = List.of(new Left("calls", 1, "1 call"));

  @Test
  void theServiceManagerHearsThatADrainHasEndedThoughNobodyAsks() throws Exception {
    BlockingQueue<String> manager = new LinkedBlockingQueue<>();
    Drain drain = new Drain("backend", List.of(new Part()), manager::add);
    try (Threads threads = Threads.start();
        Running running = new Running()) {
      DrainWatch.begin(drain, Duration.ofMillis(5), threads, running);
      drain.begin();
      assertEquals("draining", manager.poll(30, TimeUnit.SECONDS));
      left = List.of();
      assertEquals("drained", manager.poll(30, TimeUnit.SECONDS));
      assertEquals(List.of(), List.copyOf(running.duties().values()), "a drain would end it");
    }
  }

  /** Has something left until the test says otherwise. */
  private final class Part implements Drainable {
    @Override
    public void begin() {}

    @Override
    public boolean undo() {
      return true;
    }

    @Override
    public List<Left> left() {
      return left;
    }
  }
}
