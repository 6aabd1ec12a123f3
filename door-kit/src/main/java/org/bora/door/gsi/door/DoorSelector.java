package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Objects;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;

/**
 * A selector with a queue of connections that wait for their handshake. Between two checks for
 * readable connections, it begins one handshake of the queue, and continues some that have begun.
 */
final class DoorSelector extends ManagedSelector {

  private final HandshakeLine line;
  private final AnswerLine answers = new AnswerLine(task -> submit(_ -> task.run()));
  private volatile Thread tearingDown;

  DoorSelector(SelectorManager manager, int id, HandshakeLine line) {
    super(manager, id);
    this.line = line;
  }

  HandshakeLine line() {
    return line;
  }

  AnswerLine answers() {
    return answers;
  }

  /** Runs the end of a connection; what Jetty would hand to its pool is done at once. */
  void tearDown(Runnable end) {
    tearingDown = Thread.currentThread();
    try {
      end.run();
    } finally {
      tearingDown = null;
    }
  }

  boolean isTearingDown(Thread thread) {
    return Objects.equals(tearingDown, thread);
  }

  @Override
  protected int nioSelect(Selector selector, boolean now) throws IOException {
    boolean goneOn = answers.turn();
    boolean begun = line.turn();
    return super.nioSelect(selector, goneOn || begun || now);
  }
}
