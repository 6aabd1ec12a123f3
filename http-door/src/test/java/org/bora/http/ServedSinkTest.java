package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.door.http.StillServed;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

class ServedSinkTest {
  private final List<String> sent = new ArrayList<>();
  private boolean banned;
  private boolean ended;
  private long nanos;

  private OutputStream out() {
    StillServed caller = new StillServed(() -> banned, () -> nanos).until(() -> ended);
    return Content.Sink.asOutputStream(
        new ServedSink(
            caller,
            (last, bytes, callback) -> {
              String text = bytes == null ? "" : StandardCharsets.US_ASCII.decode(bytes).toString();
              sent.add(text + (last ? " at last" : ""));
              callback.succeeded();
            }));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aListingEndsSecondsAfterItsCallerIsBanned() throws IOException {
    OutputStream out = out();
    write(out, "first");
    banned = true;
    nanos += Duration.ofSeconds(10).toNanos();

    assertThrows(IOException.class, () -> write(out, "second"));
    assertEquals(List.of("first"), sent);
  }

  @Test
  void aListingEndsWhereAnAdministratorSaysSo() throws IOException {
    OutputStream out = out();
    ended = true;
    nanos += Duration.ofSeconds(10).toNanos();

    assertThrows(IOException.class, () -> write(out, "second"));
  }

  @Test
  void theEndOfTheWriterIsNotTheEndOfTheAnswer() throws IOException {
    try (OutputStream out = out()) {
      write(out, "all");
    }
    assertEquals(List.of("all", ""), sent);
  }
}
