package org.bora.api.trace;

/**
 * Tells of the steps of a call: the call itself, what the backend does, each transaction. Thread
 * safe; never blocks, and never fails a call: what cannot be told is lost.
 *
 * <p>A step belongs to the thread that began it, which ends it too; steps begun meanwhile are parts
 * of it.
 */
public interface Tracing {

  /** Without a collector: costs nothing. */
  static Tracing off() {
    return NoTracing.NONE;
  }

  /** A call that begins here: the first step, or a part of what this thread does. */
  Step begin(String name);

  /**
   * A part of what this thread does; nothing where that is not traced. What runs without being
   * called makes no traces of its own.
   */
  Step part(String name);

  /**
   * A part of what another thread or process does.
   *
   * @param parent what {@link #current} said there; where it is empty, or is not understood, a
   *     first step begins
   */
  Step begin(String name, String parent);

  /** The step of this thread in W3C Trace Context form ({@code traceparent}); empty for none. */
  String current();
}
