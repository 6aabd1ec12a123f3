package org.bora.frontend.soap;

import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.bora.contract.codec.Envelope;
import org.bora.door.audit.Attempt;
import org.bora.frontend.reply.FailureReplies;

/** The text of a fault: the error in the request, or else where to ask. CXF writes the fault. */
final class FaultOut extends AbstractPhaseInterceptor<Message> {
  private static final int LONGEST = 400;

  /** What a client can mend, where CXF itself found it. */
  private static final Set<QName> OF_THE_CLIENT =
      Set.of(
          Soap11.getInstance().getSender(),
          Soap11.getInstance().getVersionMismatch(),
          Soap11.getInstance().getMustUnderstand());

  private final SrmInvoker calls;
  private final FailureReplies failures;

  FaultOut(SrmInvoker calls, FailureReplies failures) {
    super(Phase.SETUP);
    this.calls = calls;
    this.failures = failures;
  }

  @Override
  public void handleMessage(Message message) {
    SoapVisit visit = SoapVisit.of(message);
    visit.turn().close();
    Exception failure = message.getContent(Exception.class);
    SoapFault fault = fault(visit, failure);
    fault.setStackTrace(failure.getStackTrace());
    message.setContent(Exception.class, fault);
  }

  private SoapFault fault(SoapVisit visit, Exception failure) {
    Optional<Flaw> flaw = Flaw.behind(failure);
    if (flaw.isPresent()) {
      String text = flaw.get().getMessage();
      boolean told = flaw.get().kind() == Flaw.Kind.TOLD;
      return new SoapFault(
          told ? text : unreadable(visit, text, failure), Soap11.getInstance().getSender());
    }
    if (failure instanceof SoapFault known && OF_THE_CLIENT.contains(known.getFaultCode())) {
      return new SoapFault(unreadable(visit, known.getMessage(), failure), known.getFaultCode());
    }
    Attempt attempt = visit.attempt(SrmInvoker.UNREAD);
    RuntimeException surprise =
        failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    String text = failures.failed(attempt, surprise).explanation();
    return new SoapFault(text, Soap11.getInstance().getReceiver());
  }

  private String unreadable(SoapVisit visit, String flaw, Exception failure) {
    String text = flaw.length() > LONGEST ? flaw.substring(0, LONGEST) : flaw;
    calls.unreadable(visit.attempt(SrmInvoker.UNREAD), visit.verdict(), text, visit.access());
    failures.traced(failure);
    return carried(text) + " (quote " + visit.trace() + ")";
  }

  /** Parsers quote unreadable input, and CXF would fail on characters that XML cannot contain. */
  private static String carried(String text) {
    int[] points = text.codePoints().map(c -> Envelope.isXml(c) ? c : 0xFFFD).toArray();
    return new String(points, 0, points.length);
  }
}
