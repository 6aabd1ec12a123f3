package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ErrorTextTest {

  @Test
  void aMerePathIsNoMessage() {
    String closed = ErrorText.told(new UncheckedIOException(new AccessDeniedException("/x/y")));
    assertTrue(closed.startsWith("/x/y may not be used by this user ("), closed);
    String none = ErrorText.told(new NoSuchFileException("/etc/bora/admin-ca.pem"));
    assertTrue(none.startsWith("/etc/bora/admin-ca.pem does not exist; "), none);
  }

  @Test
  void whatHasWordsKeepsThem() {
    assertEquals("no answer", ErrorText.told(new IOException("no answer")));
    assertEquals("java.lang.IllegalStateException", ErrorText.told(new IllegalStateException()));
  }
}
