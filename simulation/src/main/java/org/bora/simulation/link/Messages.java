package org.bora.simulation.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What travels. */
final class Messages {
  private Messages() {}

  /** All that a message has. */
  static byte[] bytes(InputStream message) {
    try (message) {
      return message.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
