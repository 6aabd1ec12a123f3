package org.bora.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LocalReplyTest {
  private static LocalReply parse(String answer) throws IOException {
    return LocalReply.parse(answer.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theBodyIsWhatFollowsTheHead() throws IOException {
    assertEquals(
        new LocalReply(404, "\u00e4\r\n\r\nb"),
        parse("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\n\u00e4\r\n\r\nb"));
    assertEquals(new LocalReply(200, ""), parse("HTTP/1.0 200\r\n\r\n"));
  }

  @Test
  void anAnswerThatBrokeOffIsNone() {
    IOException broken =
        assertThrows(
            IOException.class, () -> parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"));
    assertTrue(broken.getMessage().contains("is incomplete"), broken.getMessage());
  }

  @Test
  void whatIsNoHttpIsOfAnotherVersionAndTheWayOutIsTold() {
    for (String other :
        new String[] {"refused\nthis Bora knows no 'GET'\n", "HTTP/1.1 200 OK\r\n"}) {
      IOException told = assertThrows(IOException.class, () -> parse(other));
      assertTrue(told.getMessage().startsWith("what runs is of another version"), other);
      assertTrue(told.getMessage().contains("restart it"), other);
    }
  }
}
