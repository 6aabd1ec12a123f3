package org.bora.s3;

import org.eclipse.jetty.http.HttpFields;

/**
 * Conditions of S3 clients; half of the clients send ETags without the quotes that HTTP requires.
 */
final class Quoted {
  private Quoted() {}

  /** The same headers with quotes. */
  static HttpFields conditions(HttpFields headers) {
    HttpFields.Mutable quoted = HttpFields.build(headers);
    quote(headers, quoted, "If-Match");
    quote(headers, quoted, "If-None-Match");
    return quoted;
  }

  private static void quote(HttpFields from, HttpFields.Mutable to, String name) {
    String value = from.get(name);
    if (value != null && !value.strip().equals("*") && value.indexOf('"') < 0) {
      to.put(name, "\"" + value.strip() + "\"");
    }
  }
}
