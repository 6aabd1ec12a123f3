package org.bora.simulation.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Bytes of messages on the link. */
final class Messages {
  private Messages() {}

  /** All bytes of a message. */
  static byte[] bytes(InputStream message) {
    try (message) {
      return message.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
