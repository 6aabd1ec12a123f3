package org.bora.launcher;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * Converts an exception that ended a command to a message for its user. The text of some exceptions
 * is only a path.
 */
final class ErrorText {
  private ErrorText() {}

  static String told(Exception exception) {
    return switch (exception) {
      case AccessDeniedException closed ->
          closed.getFile()
              + " may not be used by this user ("
              + System.getProperty("user.name")
              + "); what belongs to a Bora that runs is for the account of its service and for root:"
              + " call this as one of them (sudo -u ACCOUNT bora ...)";
      case NoSuchFileException none ->
          none.getFile() + " does not exist; put it there, or name another";
      case UncheckedIOException wrapped -> told(wrapped.getCause());
      default -> exception.getMessage() == null ? exception.toString() : exception.getMessage();
    };
  }
}
