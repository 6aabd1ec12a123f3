package org.bora.frontend.soap;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.contract.ISRM;
import org.bora.contract.codec.ContractType;
import org.bora.door.admit.Admission;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.door.gsi.Identity;
import org.bora.frontend.reply.FailureReplies;
import org.slf4j.MDC;

/**
 * The servlet of the SRM port. A POST is a call: the servlet admits it, reads its body ({@link
 * Reception}) and passes it to CXF ({@link SrmEndpoint}). The answer is an SRM status if the called
 * operation is known, and a SOAP fault otherwise. A GET returns the WSDL.
 */
public final class SrmServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Where clients look for an SRM. */
  public static final String PATH = "/srm/managerv2";

  /** Under this name every line of the log has the call's identifier. */
  private static final String TRACE = "trace";

  private final transient Admission admission;
  private final transient Supplier<String> traces;
  private final transient Reception reception;
  private final transient Wsdl wsdl;

  /**
   * @param audit records every call
   * @param clock measures how long clients need to send
   * @param traces gives each call a unique identifier, in characters that are safe for a log line
   * @param watch sees every call
   */
  public SrmServlet(
      Backend backend,
      Admission admission,
      SoapSettings settings,
      AccessAudit audit,
      Clock clock,
      Supplier<String> traces,
      CallWatch watch) {
    this.admission = Objects.requireNonNull(admission, "admission");
    this.traces = Objects.requireNonNull(traces, "traces");
    FailureReplies failures = new FailureReplies(System::nanoTime);
    Function<Class<?>, ContractType> types = ContractType.all();
    Map<String, ContractOperation<?, ?>> operations = Operations.of(backend, settings);
    SrmInvoker calls =
        new SrmInvoker(
            operations, failures, audit, new ReplyStatus(types), new NamedSurls(types), watch);
    SrmEndpoint endpoint = SrmEndpoint.of(operations, types, calls, failures, settings);
    this.reception = new Reception(settings, clock, calls, endpoint);
    this.wsdl = endpoint.wsdl();
  }

  /** The names of all operations of the contract. */
  public static Set<String> operations() {
    return Arrays.stream(ISRM.class.getMethods())
        .map(Method::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Nothing but calls and the WSDL: TRACE would echo the head of a request. */
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    switch (request.getMethod()) {
      case "GET", "HEAD", "POST" -> super.service(request, response);
      default -> notAllowed(response);
    }
  }

  private static void notAllowed(HttpServletResponse response) throws IOException {
    response.setHeader("Allow", "POST");
    response.sendError(
        HttpServletResponse.SC_METHOD_NOT_ALLOWED, "SRM v2.2: POST a call, or GET ?wsdl");
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if ("wsdl".equalsIgnoreCase(request.getQueryString())) {
      wsdl.answer(request, response);
    } else {
      notAllowed(response);
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Identity identity = (Identity) request.getAttribute(Identity.ATTRIBUTE);
    if (identity == null) {
      throw new IllegalStateException("the door set no identity");
    }
    String trace = traces.get();
    try (MDC.MDCCloseable _ = MDC.putCloseable(TRACE, trace);
        Verdict verdict = admission.admit(identity)) {
      reception.receive(trace, verdict, request, response);
    }
  }
}
