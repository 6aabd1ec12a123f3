package org.bora.api.trace;

/**
 * Records the steps of a call: the call itself, the work of the backend, each transaction. Thread
 * safe; it never blocks and never fails a call: steps that cannot be sent are lost.
 *
 * <p>A step belongs to the thread that begins it, and the same thread ends it. Steps that begin in
 * between are its children.
 */
public interface Tracing {

  /** Without a collector: costs nothing. */
  static Tracing off() {
    return NoTracing.NONE;
  }

  /** A call that begins here: the first step, or a part of what this thread does. */
  Step begin(String name);

  /**
   * A step of the current thread's work; without effect if that is not traced. Background work
   * makes no traces.
   */
  Step part(String name);

  /**
   * A step of the work of another thread or process.
   *
   * @param parent the value of {@link #current} there; if it is empty or not understood, a root
   *     step begins
   */
  Step begin(String name, String parent);

  /** The step of this thread in W3C Trace Context form ({@code traceparent}); empty for none. */
  String current();
}
