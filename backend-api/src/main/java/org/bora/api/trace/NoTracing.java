package org.bora.api.trace;

/** Does nothing. */
enum NoTracing implements Tracing, Step {
  NONE;

  @Override
  public Step begin(String name) {
    return this;
  }

  @Override
  public Step part(String name) {
    return this;
  }

  @Override
  public Step begin(String name, String parent) {
    return this;
  }

  @Override
  public String current() {
    return "";
  }

  @Override
  public void note(String key, String value) {
    // no collector
  }

  @Override
  public void failed(String why) {
    // no collector
  }

  @Override
  public void close() {
    // nothing was begun
  }
}
