package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.audit.Access;
import org.bora.frontend.audit.AccessAudit;
import org.bora.frontend.figures.CallWatch;
import org.bora.frontend.reply.Attempt;
import org.bora.frontend.reply.FailureReplies;

/**
 * Any bytes as the body of a request: read, scanned, done by a backend that answers everything, and
 * the reply written. Nothing is thrown, nothing surprises the server, and the reply is XML. Run by
 * fuzz/run.
 */
public final class SoapFuzz {
  private static final Access ACCESS = new Access("192.0.2.1", Optional.empty(), false);
  private static final SoapFuzz TARGET = new SoapFuzz();

  private final SafeXml xml = new SafeXml();
  private final RecordingBackend backend = new RecordingBackend();
  private final RequestScanner scanner;
  private final BodyReader bodies;
  private final SrmInvoker calls;
  private final ReplyWriter replies;

  SoapFuzz() {
    SoapSettings settings =
        new SoapSettings(
            "httpg://h/srm/managerv2", "0.1", 1 << 16, 1 << 20, Duration.ofSeconds(30), 100, 12);
    var types = ContractType.all();
    Map<String, Operation<?, ?>> operations = Operations.of(backend, settings);
    bodies = new BodyReader(settings, Clock.systemUTC());
    scanner =
        new RequestScanner(
            xml,
            settings,
            operations.values().stream()
                .collect(
                    Collectors.toUnmodifiableMap(
                        Operation::name, operation -> types.apply(operation.request()))));
    calls =
        new SrmInvoker(
            operations,
            new FailureReplies(System::nanoTime),
            AccessAudit.off(),
            new ReplyStatus(types),
            new NamedSurls(types),
            CallWatch.alone(Clock.systemUTC(), System::nanoTime));
    replies = new ReplyWriter(types);
  }

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException, XMLStreamException {
    TARGET.take(input);
  }

  void take(byte[] input) throws IOException, XMLStreamException {
    try (Body body = bodies.read(new ByteArrayInputStream(input), 1 << 16, "fuzz")) {
      backend.requests.clear();
      if (scanner.scan(body) instanceof Scan.Sound sound) {
        Attempt attempt = new Attempt(sound.operation(), "trace", "/CN=fuzz");
        var admitted = new Verdict.Admitted(Endpoint.ALICE, Instant.MAX, () -> {});
        answered(calls.reply(incoming(attempt, admitted, sound), Optional.empty()), sound);
      }
    }
  }

  private static Incoming incoming(Attempt attempt, Verdict verdict, Scan.Sound sound) {
    return new Incoming(attempt, verdict, sound.part(), sound.flaws(), ACCESS);
  }

  private void answered(Object reply, Scan.Sound sound) throws IOException, XMLStreamException {
    var bytes = new ByteArrayOutputStream();
    XmlOutput out = new XmlOutput(bytes, 4096);
    if (reply instanceof StreamedReply streamed) {
      try (var listing = streamed.listing()) {
        new LsWriter(sound.operation(), out).write(listing);
      }
    } else {
      replies.write(sound.operation(), reply, out);
    }
    out.flush();
    XMLStreamReader reader = xml.reader(Body.of(bytes.toByteArray()));
    while (reader.hasNext()) {
      reader.next();
    }
    String text = bytes.toString(UTF_8);
    // what clients send comes back with its brackets escaped
    if (text.contains("INTERNAL_ERROR</statusCode>")) {
      throw new AssertionError(text);
    }
  }
}
