package org.bora.s3.sign;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The signing key of a secret, as clients derive it. */
final class ExampleKey {
  private ExampleKey() {}

  static String of(String secret, String date) {
    byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    for (String part : new String[] {date, "us-east-1", "s3", "aws4_request"}) {
      key = HexFormat.of().parseHex(Hashes.hmac(key, part));
    }
    return HexFormat.of().formatHex(key);
  }
}
