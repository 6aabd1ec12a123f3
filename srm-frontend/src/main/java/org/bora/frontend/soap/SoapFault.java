package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A SOAP 1.1 fault, sent with HTTP 500 as the binding wants it: for what is no request, and so has
 * no SRM reply.
 */
record SoapFault(String code, String text) {
  private static final int LONGEST = 400;

  /** The client's mistake. */
  static SoapFault client(String text) {
    return new SoapFault("Client", text);
  }

  /** SOAP 1.1 section 4.4.1. */
  static SoapFault notUnderstood(String text) {
    return new SoapFault("MustUnderstand", text);
  }

  void send(HttpServletResponse response) throws IOException {
    String document =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <soap:Envelope xmlns:soap="%s"><soap:Body><soap:Fault><faultcode>soap:%s</faultcode>\
        <faultstring>%s</faultstring></soap:Fault></soap:Body></soap:Envelope>"""
            .formatted(Envelope.SOAP, code, Envelope.escaped(shortened()));
    byte[] bytes = document.getBytes(UTF_8);
    response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    response.setContentType("text/xml; charset=utf-8");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  private String shortened() {
    return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
  }
}
