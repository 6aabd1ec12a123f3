package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.contract.ISRM;

/** The contract as ?wsdl shows it: the rpc/encoded rendering, with the address of this endpoint. */
final class Wsdl {
  private static final Pattern LOCATION = Pattern.compile("location=\"[^\"]*\"");

  private final byte[] document;

  Wsdl(String endpoint) {
    try (InputStream in = ISRM.class.getResourceAsStream("/wsdl/srm.v2.2.encoded.wsdl")) {
      if (in == null) {
        throw new IllegalStateException("the module srm-contract lacks its encoded WSDL");
      }
      String address = "location=\"" + Envelope.escaped(endpoint) + "\"";
      document =
          LOCATION
              .matcher(new String(in.readAllBytes(), UTF_8))
              .replaceAll(Matcher.quoteReplacement(address))
              .getBytes(UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  void send(HttpServletResponse response) throws IOException {
    response.setContentType("text/xml; charset=utf-8");
    response.setContentLength(document.length);
    response.getOutputStream().write(document);
  }
}
