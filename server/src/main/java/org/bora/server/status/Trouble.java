package org.bora.server.status;

import java.util.Objects;

/**
 * Why a process is not ready, or what does not work.
 *
 * @param about {@code process}, {@code area} or {@code link}
 * @param text what is wrong and what to do, for people
 */
public record Trouble(String about, String text) {
  public Trouble {
    Objects.requireNonNull(about, "about");
    Objects.requireNonNull(text, "text");
  }
}
