package org.bora.api.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys as grid sites keep them: PKCS#8 (RFC 5958), or the PKCS#1 form (RFC 8017 A.1.2) that
 * older certificate tools still write.
 */
final class PemKey {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");

  /** version 0 and AlgorithmIdentifier rsaEncryption, which PKCS#8 puts before a PKCS#1 key. */
  private static final byte[] RSA_PREFIX =
      HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 0x04;

  private PemKey() {}

  /**
   * The first private key of a file.
   *
   * @throws IOException if the file cannot be read; the message names it
   * @throws GeneralSecurityException if it has no usable key; the message names the file and the
   *     allowed kinds
   */
  static PrivateKey read(Path file) throws IOException, GeneralSecurityException {
    Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw new InvalidKeySpecException(file + ": no PEM private key in it");
    }
    try {
      byte[] der = Base64.getMimeDecoder().decode(block.group(2));
      return switch (block.group(1)) {
        case "PRIVATE KEY" -> pkcs8(der);
        case "RSA PRIVATE KEY" ->
            pkcs8(element(SEQUENCE, concatenate(RSA_PREFIX, element(OCTET_STRING, der))));
        default -> throw new InvalidKeySpecException("a " + block.group(1));
      };
    } catch (IllegalArgumentException | InvalidKeySpecException unusable) {
      throw new InvalidKeySpecException(
          file
              + ": not a usable key; allowed are RSA and EC keys in PKCS#8 form without a pass"
              + " phrase (openssl pkcs8 -topk8 -nocrypt makes them) and RSA keys in PKCS#1 form",
          unusable);
    }
  }

  private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
    var spec = new PKCS8EncodedKeySpec(der);
    InvalidKeySpecException last = new InvalidKeySpecException("unknown algorithm");
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException another) {
        last = another;
      }
    }
    throw last;
  }

  /** A DER element (X.690 8.1): tag, definite length, content. */
  private static byte[] element(int tag, byte[] content) {
    var out = new ByteArrayOutputStream(content.length + 6);
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int from = length[0] == 0 ? 1 : 0;
      out.write(0x80 | (length.length - from));
      out.write(length, from, length.length - from);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] concatenate(byte[] first, byte[] second) {
    var out = new ByteArrayOutputStream(first.length + second.length);
    out.writeBytes(first);
    out.writeBytes(second);
    return out.toByteArray();
  }
}
