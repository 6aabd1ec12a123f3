package org.bora.s3.answer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bora.door.http.Refused;

/** An XML document in the making. */
public final class XmlText {
  private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
  public static final String TYPE = "application/xml";
  public static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private final StringBuilder text;

  private XmlText(String head) {
    this.text = new StringBuilder(head);
  }

  /** A document whose outermost element is of the namespace of S3. */
  public static XmlText of(String root) {
    XmlText document = new XmlText(HEAD);
    document.text.append('<').append(root).append(" xmlns=\"").append(NAMESPACE).append("\">");
    return document;
  }

  /** An error, which has no namespace. */
  public static String error(Refused refusal, String resource, String trace) {
    return error(refusal, resource, trace, HEAD);
  }

  /** The same where the document has begun already. */
  public static String error(Refused refusal, String resource, String trace, String head) {
    XmlText error = new XmlText(head);
    String message = S3Error.message(refusal);
    error.text.append("<Error>");
    error.leaf("Code", refusal.code().orElseThrow()).leaf("Message", message);
    if (!refusal.getMessage().equals(message)) {
      error.leaf("Detail", refusal.getMessage());
    }
    refusal.details().forEach(error::leaf);
    error.leaf("Resource", resource).leaf("RequestId", trace);
    return error.end("Error");
  }

  public XmlText open(String element) {
    text.append('<').append(element).append('>');
    return this;
  }

  public XmlText close(String element) {
    text.append("</").append(element).append('>');
    return this;
  }

  public XmlText leaf(String element, String value) {
    open(element);
    escape(value);
    return close(element);
  }

  public XmlText leaf(String element, long value) {
    return leaf(element, String.valueOf(value));
  }

  public XmlText leaf(String element, Instant value) {
    return leaf(element, value.truncatedTo(ChronoUnit.MILLIS).toString());
  }

  /** The whole document. */
  public String end(String root) {
    return close(root).text.toString();
  }

  /** Control characters, which XML cannot say even as references, become the replacement one. */
  private void escape(String value) {
    value
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\r', '\n', '\t' -> text.append("&#").append(c).append(';');
                default -> text.appendCodePoint(isPossible(c) ? c : 0xFFFD);
              }
            });
  }

  private static boolean isPossible(int c) {
    return c >= ' ' && c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF);
  }
}
