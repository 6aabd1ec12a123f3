package org.bora.frontend.soap;

import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import java.util.Optional;

/**
 * The first thing wrong with a request. As JAXB's handler it lets unknown elements pass and keeps
 * values that cannot be read, so that they are not taken for absent ones. Of one call, and confined
 * to its thread.
 */
final class Flaws implements ValidationEventHandler {
  private String first;

  void add(String flaw) {
    if (first == null) {
      first = flaw;
    }
  }

  Optional<String> first() {
    return Optional.ofNullable(first);
  }

  @Override
  public boolean handleEvent(ValidationEvent event) {
    // an unknown element comes without an exception, an unreadable value with one
    if (event.getLinkedException() != null) {
      Throwable cause = event.getLinkedException();
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      add(String.valueOf(cause.getMessage()));
    }
    return true;
  }
}
