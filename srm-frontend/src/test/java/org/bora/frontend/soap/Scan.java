package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.Question;
import org.bora.contract.codec.ReplyWriter;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.frontend.reply.FailureReplies;

/** What the chain makes of a request before it is done. */
sealed interface Scan {

  /** A whole request within all bounds. */
  record Sound(String operation, Object part) implements Scan {}

  /** A request that is answered by its operation, though it is not done. */
  record Mistaken(String operation, String flaw) implements Scan {}

  /** No request: a fault. */
  record Unreadable(String code, String flaw) implements Scan {}

  /** The endpoint's own chain, with an invoker that looks at what it is asked. */
  final class Scanner {
    private final AtomicReference<Scan> seen = new AtomicReference<>();
    private final InMemory endpoint;

    Scanner(SoapSettings settings, Map<String, ContractType> parts) {
      var types = ContractType.all();
      var failures = new FailureReplies(System::nanoTime);
      SrmInvoker calls =
          new SrmInvoker(
              Map.of(),
              failures,
              AccessAudit.off(),
              new ReplyStatus(types),
              new NamedSurls(types),
              CallWatch.alone(Clock.systemUTC(), System::nanoTime));
      SrmEndpoint.Chain chain =
          SrmEndpoint.Chain.of(parts, new ReplyWriter(types), calls, failures, settings);
      endpoint =
          new InMemory(
              new SrmEndpoint(
                  chain,
                  (exchange, read) -> {
                    Question question = (Question) ((List<?>) read).getFirst();
                    String name = exchange.getBindingOperationInfo().getName().getLocalPart();
                    seen.set(
                        question
                            .flaws()
                            .first()
                            .<Scan>map(flaw -> new Mistaken(name, flaw))
                            .orElseGet(() -> new Sound(name, question.part())));
                    return question.part();
                  },
                  settings.endpoint()));
    }

    Scan scan(Body body) {
      seen.set(null);
      try {
        String answer = new String(endpoint.post(body), UTF_8);
        return seen.get() == null ? fault(answer) : seen.get();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Scan fault(String answer) {
      String text = between(answer, "<faultstring>", "</faultstring>");
      return new Unreadable(
          between(answer, "<faultcode>soap:", "</faultcode>"),
          text.replace(" (quote trace)", "").replace("&lt;", "<").replace("&amp;", "&"));
    }

    private static String between(String text, String begin, String end) {
      int from = text.indexOf(begin) + begin.length();
      return text.substring(from, text.indexOf(end, from));
    }
  }
}
