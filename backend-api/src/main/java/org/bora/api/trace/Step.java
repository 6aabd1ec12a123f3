package org.bora.api.trace;

/** A running step of a trace. Only the thread that began it may use it. */
public interface Step extends AutoCloseable {

  /** Says something about it. */
  void note(String key, String value);

  /** It did not do what it was for. */
  void failed(String why);

  /** It is over. */
  @Override
  void close();
}
