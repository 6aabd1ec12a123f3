package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.port.Sending;
import org.bora.s3.form.Form;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.junit.jupiter.api.Test;

class FormHeadTest {
  private static final String BOUNDARY = "the-boundary";
  private static final String FIELD =
      "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nk\r\n";
  private static final String FILE =
      "--"
          + BOUNDARY
          + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nbytes\r\n";
  private static final String END = "--" + BOUNDARY + "--\r\n";

  private final SetClock clock = new SetClock();
  private final Deque<Content.Chunk> body = new ArrayDeque<>();
  private final Map<String, Object> attributes = new HashMap<>();
  private final List<Duration> allowed = new ArrayList<>();
  private final List<Refused> refused = new ArrayList<>();
  private HttpFields headers = HttpFields.EMPTY;
  private long length = 1;
  private Optional<Form> arrived = Optional.empty();
  private Optional<Runnable> demand = Optional.empty();

  /** A request whose bytes come when the test says so. */
  private final Request request =
      Request.class.cast(
          Proxy.newProxyInstance(
              Request.class.getClassLoader(),
              new Class<?>[] {Request.class},
              (_, method, arguments) ->
                  switch (method.getName()) {
                    case "getHeaders" -> headers;
                    case "getLength" -> length;
                    case "getAttribute" -> attributes.get((String) arguments[0]);
                    case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                    case "read" -> body.poll();
                    case "demand" -> {
                      demand = Optional.of((Runnable) arguments[0]);
                      yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                  }));

  private final class Told implements FormHead.Ending {
    @Override
    public void arrived(Form form) {
      arrived = Optional.of(form);
    }

    @Override
    public void refused(Refused refusal) {
      refused.add(refusal);
    }
  }

  private final class Allowed implements Sending {
    @Override
    public void within(Duration time) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void nextWithin(Duration time) {
      allowed.add(time);
    }

    @Override
    public Stay comesFrom(String caller) {
      throw new UnsupportedOperationException();
    }
  }

  private void begin() {
    attributes.put(Sending.ATTRIBUTE, new Allowed());
    new FormHead(request, new Form(BOUNDARY), clock, new Told()).run();
  }

  /** More bytes, which it is told of. */
  private void comes(String text, boolean last) {
    body.add(Content.Chunk.from(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), last));
    Runnable waiting = demand.orElseThrow();
    demand = Optional.empty();
    waiting.run();
  }

  private Optional<String> code() {
    assertEquals(1, refused.size(), "it is told once");
    assertTrue(arrived.isEmpty() && demand.isEmpty());
    return refused.getFirst().code();
  }

  private static String type(String boundary) {
    return "multipart/form-data; boundary=" + boundary;
  }

  private Optional<String> announcement(String type) {
    headers = type.isEmpty() ? HttpFields.EMPTY : HttpFields.build().put("Content-Type", type);
    try {
      FormHead.announced(request);
      return Optional.empty();
    } catch (Refused refusal) {
      return refusal.code();
    }
  }

  @Test
  void aFormSaysThatItIsOneAndWhatIsBetweenItsParts() {
    assertEquals(Optional.empty(), announcement(type("b")));
    assertEquals(Optional.empty(), announcement(type("b".repeat(70))));
    assertEquals(Optional.empty(), announcement("Multipart/Form-Data; charset=x; boundary=\"b\""));
    assertEquals(Optional.of("MalformedPOSTRequest"), announcement(type("b".repeat(71))));
    assertEquals(Optional.of("MalformedPOSTRequest"), announcement("multipart/form-data"));
    assertEquals(Optional.of("PreconditionFailed"), announcement("multipart/mixed; boundary=b"));
    assertEquals(Optional.of("PreconditionFailed"), announcement(""));
  }

  @Test
  void aFormSaysHowLongItIs() {
    length = 0;
    assertEquals(Optional.empty(), announcement(type("b")));
    length = -1;
    assertEquals(Optional.of("MissingContentLength"), announcement(type("b")));
  }

  @Test
  void fieldsThatComeInPiecesAreTakenUntilTheFile() {
    begin();
    for (int at = 0; at < FIELD.length(); at++) {
      comes(FIELD.substring(at, at + 1), false);
      assertTrue(arrived.isEmpty());
    }
    comes(FILE, false);
    assertEquals(Map.of("key", "k"), arrived.orElseThrow().fields());
    assertEquals(arrived, FormHead.of(request));
    assertTrue(demand.isEmpty() && refused.isEmpty(), "the rest is for whoever stores it");
  }

  @Test
  void aWholeFormThatIsThereIsNotWaitedFor() {
    body.add(
        Content.Chunk.from(
            ByteBuffer.wrap((FIELD + FILE + END).getBytes(StandardCharsets.US_ASCII)), true));
    begin();
    assertTrue(arrived.isPresent() && demand.isEmpty());
  }

  @Test
  void fieldsHaveHalfAMinuteInAllHoweverTheyTrickleIn() {
    begin();
    assertEquals(List.of(FormHead.PATIENCE), allowed);
    clock.pass(FormHead.PATIENCE.minusMillis(1));
    comes(FIELD, false);
    assertEquals(Duration.ofMillis(1), allowed.getLast(), "what is left of it");
    assertTrue(refused.isEmpty() && demand.isPresent());
    clock.pass(Duration.ofMillis(1));
    comes("--", false);
    assertEquals(Optional.of("RequestTimeout"), code());
  }

  @Test
  void whatIsThereWhenTheTimeIsOverIsTaken() {
    begin();
    clock.pass(FormHead.PATIENCE);
    comes(FIELD + FILE, false);
    assertTrue(arrived.isPresent() && refused.isEmpty());
  }

  @Test
  void aFormThatEndsBeforeItsFileIsRefused() {
    begin();
    comes(FIELD + END, true);
    assertEquals(Optional.of("InvalidArgument"), code());
  }

  @Test
  void aFormWithMoreThanItMayHaveBeforeItsFileIsRefused() {
    String field = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n";
    String full = field + "v".repeat(20 * 1024 - field.length());
    begin();
    comes(full, false);
    assertTrue(refused.isEmpty() && demand.isPresent(), "20 KiB may come");
    comes("v", false);
    assertEquals(Optional.of("MaxPostPreDataLengthExceeded"), code());
  }

  @Test
  void aConnectionThatBreaksAndBytesThatAreNoFormAreTold() {
    begin();
    body.add(Content.Chunk.from(new IOException("reset")));
    demand.orElseThrow().run();
    demand = Optional.empty();
    assertEquals(Optional.of("RequestTimeout"), code());
    assertThrows(Refused.class, () -> FormHead.announced(request));
    assertFalse(FormHead.of(request).isPresent());
  }
}
