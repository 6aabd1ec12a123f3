package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.LocalConnector.LocalEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forms with an unknown access key. */
class SignedCallersTest {
  private final SetClock clock = new SetClock();
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final Server server = new Server();
  private final LocalConnector connector = new LocalConnector(server);

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(
        new SignedCallers(
            new NotReached(),
            (_, _) -> {
              asked.incrementAndGet();
              throw S3Error.INVALID_ACCESS_KEY_ID.refusal();
            },
            List.of("se.example.org"),
            clock,
            (_, _) -> {},
            tasks::add));
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private static final class NotReached extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      throw new IllegalStateException("no caller is known");
    }
  }

  private LocalEndPoint send() {
    String day =
        DateTimeFormatter.BASIC_ISO_DATE.format(
            clock.instant().atOffset(ZoneOffset.UTC).toLocalDate());
    StringBuilder form = new StringBuilder();
    Map.of(
            "key",
            "k",
            "policy",
            "e30=",
            "x-amz-algorithm",
            "AWS4-HMAC-SHA256",
            "x-amz-credential",
            "NOBODY/" + day + "/us-east-1/s3/aws4_request",
            "x-amz-date",
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(clock.instant()),
            "x-amz-signature",
            "0".repeat(64))
        .forEach((name, value) -> form.append(part("\"" + name + "\"", value)));
    form.append(part("\"file\"; filename=\"f\"", "bytes")).append("--b--\r\n");
    return connector.executeRequest(
        "POST /bucket HTTP/1.1\r\nHost: se.example.org\r\nConnection: close\r\n"
            + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: "
            + form.length()
            + "\r\n\r\n"
            + form);
  }

  private static String part(String name, String value) {
    return "--b\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + value + "\r\n";
  }

  private Runnable task() throws InterruptedException {
    return Objects.requireNonNull(tasks.poll(1, TimeUnit.MINUTES), "no form has arrived");
  }

  private static void assertTold(String code, LocalEndPoint form) throws Exception {
    HttpTester.Response answer =
        HttpTester.parseResponse(form.getResponse(false, 1, TimeUnit.MINUTES));
    assertTrue(answer.getContent().contains("<Code>" + code + "</Code>"), answer.getContent());
  }

  /** An engine that does not answer must not take the threads of the port, nor more than these. */
  @Test
  void aFormHasItsPlaceUntilItsKeyIsLookedUpOnAThreadOfItsOwn() throws Exception {
    List<LocalEndPoint> forms = new ArrayList<>();
    List<Runnable> waiting = new ArrayList<>();
    for (int n = 0; n < SignedCallers.MOST_FORMS_OF_ADDRESS; n++) {
      forms.add(send());
      waiting.add(task());
    }
    assertEquals(0, asked.get());
    assertTold("SlowDown", send());
    waiting.forEach(Runnable::run);
    for (LocalEndPoint form : forms) {
      assertTold("InvalidAccessKeyId", form);
    }
    assertEquals(forms.size(), asked.get());
    LocalEndPoint next = send();
    task().run();
    assertTold("InvalidAccessKeyId", next);
  }
}
