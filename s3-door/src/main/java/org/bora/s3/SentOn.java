package org.bora.s3;

import java.util.Locale;
import java.util.Optional;
import org.bora.door.http.Exchange;
import org.bora.files.Redirects;
import org.bora.s3.sign.PercentEncoding;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * A presigned request that is redirected to another door (docs/adr/0069). Its signature covers the
 * host name for which it was made, so this name is added to the query, as the value of {@link
 * Redirects#SENT_ON}; the other door reads the request as it was signed. A client that adds the
 * parameter itself gains nothing: it could send the same name in the header {@code Host}.
 */
final class SentOn {
  private static final String SIGNATURE = "X-Amz-Signature";

  private SentOn() {}

  /** The host, with its port, that a request was signed for that was sent here by another door. */
  static Optional<String> host(Query query) {
    return query.has(SIGNATURE) ? query.get(Redirects.SENT_ON) : Optional.empty();
  }

  /** The name of the host that a request is meant for; null for none. */
  static String name(Request request, Optional<String> host) {
    String name = host.orElseGet(() -> Request.getServerName(request));
    return name == null ? null : name.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
  }

  /** The headers as they were signed. */
  static HttpFields signed(HttpFields headers, Optional<String> host) {
    return host.<HttpFields>map(
            name -> HttpFields.build(headers).put(new HttpField(HttpHeader.HOST, name)))
        .orElse(headers);
  }

  /**
   * Answers a request whose bytes another door is to move. One that is signed in a header is served
   * where it comes: clients sign no request that they are sent on with.
   *
   * @return whether it is answered
   */
  static boolean isAnswered(Exchange exchange, S3Question asked, Redirects redirects) {
    boolean moves =
        asked.act() == Act.GET_OBJECT
            || asked.act() == Act.PUT_OBJECT
            || asked.act() == Act.UPLOAD_PART;
    String host = exchange.headers().get(HttpHeader.HOST);
    if (!moves
        || host == null
        || asked.sentOn().isPresent()
        || !asked.query().has(SIGNATURE)
        || !Redirects.mayGoOn(exchange)) {
      return false;
    }
    Optional<String> door = redirects.elsewhereByS3();
    String mark = Redirects.SENT_ON + "=" + PercentEncoding.encode(host, false);
    door.ifPresent(address -> Redirects.answer(exchange, address, mark));
    return door.isPresent();
  }
}
