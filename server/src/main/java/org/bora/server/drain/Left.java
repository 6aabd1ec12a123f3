package org.bora.server.drain;

import java.util.Objects;

/**
 * Something that must end before a process may be stopped.
 *
 * @param what {@code connections-in-use}, {@code connections-idle}, {@code notice-seconds}, {@code
 *     port}, {@code frontend-calls}, or the name of an engine, such as {@code recalls}
 * @param count how many; seconds where {@code what} says so
 * @param text the same for people
 */
public record Left(String what, long count, String text) {
  public Left {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(text, "text");
  }
}
