package org.bora.api.word;

import java.util.Objects;

/**
 * A site URL exactly as the client sent it. Clients match replies by string, so it is echoed byte
 * for byte; what it means is decided by the backend when it locates it. Any text is a Surl: one
 * that cannot be understood is answered per file with SRM_INVALID_PATH.
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
