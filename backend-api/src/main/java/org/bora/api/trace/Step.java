package org.bora.api.trace;

/** A step that has begun. For the thread that began it. */
public interface Step extends AutoCloseable {

  /** Says something about it. */
  void note(String key, String value);

  /** It did not do what it was for. */
  void failed(String why);

  /** It is over. */
  @Override
  void close();
}
