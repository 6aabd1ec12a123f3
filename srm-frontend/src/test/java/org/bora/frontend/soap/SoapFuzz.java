package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.SafeXml;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.frontend.reply.FailureReplies;

/**
 * Any bytes as the body of a request: read by the whole chain, done by a backend that answers
 * everything, and the reply written. Nothing is thrown, nothing surprises the server, and the reply
 * is XML. Run by fuzz/run.
 */
public final class SoapFuzz {
  private static final SoapFuzz TARGET = new SoapFuzz();

  private final SafeXml xml = new SafeXml();
  private final RecordingBackend backend = new RecordingBackend();
  private final BodyReader bodies;
  private final InMemory endpoint;

  SoapFuzz() {
    SoapSettings settings =
        new SoapSettings(
            "httpg://h/srm/managerv2", "0.1", 1 << 16, 1 << 20, Duration.ofSeconds(30), 100, 12);
    var types = ContractType.all();
    Map<String, ContractOperation<?, ?>> operations = Operations.of(backend, settings);
    FailureReplies failures = new FailureReplies(System::nanoTime);
    bodies = new BodyReader(settings, Clock.systemUTC());
    SrmInvoker calls =
        new SrmInvoker(
            operations,
            failures,
            AccessAudit.off(),
            new ReplyStatus(types),
            new NamedSurls(types),
            CallWatch.alone(Clock.systemUTC(), System::nanoTime));
    endpoint = new InMemory(SrmEndpoint.of(operations, types, calls, failures, settings));
  }

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException, XMLStreamException {
    TARGET.take(input);
  }

  void take(byte[] input) throws IOException, XMLStreamException {
    try (Body body = bodies.read(new ByteArrayInputStream(input), 1 << 16, "fuzz")) {
      backend.requests.clear();
      answered(endpoint.post(body));
    }
  }

  private void answered(byte[] answer) throws XMLStreamException {
    XMLStreamReader reader = xml.reader(new ByteArrayInputStream(answer));
    while (reader.hasNext()) {
      reader.next();
    }
    String text = new String(answer, UTF_8);
    // what clients send comes back with its brackets escaped
    if (text.contains("INTERNAL_ERROR</statusCode>") || text.contains(":Server</faultcode>")) {
      throw new AssertionError(text);
    }
  }
}
