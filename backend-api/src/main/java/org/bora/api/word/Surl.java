package org.bora.api.word;

import java.util.Objects;

/**
 * A site URL exactly as the client sent it. Clients match replies by string, so it is returned byte
 * for byte. The backend interprets it. Any text is accepted: if it cannot be interpreted, the
 * status of the file is SRM_INVALID_PATH.
 */
public record Surl(String text) {

  public Surl {
    Objects.requireNonNull(text, "text");
  }

  @Override
  public String toString() {
    return text;
  }
}
