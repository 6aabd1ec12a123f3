package org.bora.launcher;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** What ended a command, in words for who called it: of some exceptions the text is a mere path. */
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
