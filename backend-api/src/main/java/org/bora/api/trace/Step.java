package org.bora.api.trace;

/** A running step of a trace. Only the thread that began it may use it. */
public interface Step extends AutoCloseable {

  /** Says something about it. */
  void note(String key, String value);

  /** The step failed. */
  void failed(String why);

  /** The step has ended. */
  @Override
  void close();
}
