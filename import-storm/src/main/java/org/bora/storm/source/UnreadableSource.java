package org.bora.storm.source;

/** A file of StoRM that cannot be read; the message names file, line, reason and remedy. */
public final class UnreadableSource extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableSource(String message) {
    super(message);
  }
}
