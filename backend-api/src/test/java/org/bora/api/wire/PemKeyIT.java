package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemKeyIT {

  /** PKCS#8 of an RSA key between 256 and 65535 bytes: what stands before the PKCS#1 key. */
  private static final int BEFORE_PKCS1 = 26;

  @TempDir private Path directory;

  @Test
  void bothFormsOfAnRsaKeyAreTheSameKey() throws IOException, GeneralSecurityException {
    for (int bits : new int[] {2048, 4096}) {
      byte[] pkcs8 = generate("RSA", bits).getEncoded();
      byte[] pkcs1 = Arrays.copyOfRange(pkcs8, BEFORE_PKCS1, pkcs8.length);
      assertArrayEquals(pkcs8, PemKey.read(pem("PRIVATE KEY", pkcs8)).getEncoded());
      assertArrayEquals(pkcs8, PemKey.read(pem("RSA PRIVATE KEY", pkcs1)).getEncoded());
    }
  }

  @Test
  void ellipticKeysAreRead() throws IOException, GeneralSecurityException {
    PrivateKey key = generate("EC", 256);
    assertEquals(key, PemKey.read(pem("PRIVATE KEY", key.getEncoded())));
  }

  @Test
  void whatIsNotAKeyIsNamed() throws IOException {
    for (Path file :
        new Path[] {
          pem("PRIVATE KEY", new byte[] {1, 2, 3}),
          pem("EC PRIVATE KEY", new byte[] {1, 2, 3}),
          pem("ENCRYPTED PRIVATE KEY", new byte[] {1, 2, 3}),
          pem("CERTIFICATE", new byte[] {1, 2, 3})
        }) {
      var refusal = assertThrows(GeneralSecurityException.class, () -> PemKey.read(file));
      assertTrue(refusal.getMessage().startsWith(file.toString()), refusal.getMessage());
    }
  }

  private static PrivateKey generate(String algorithm, int bits) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(bits);
    return generator.generateKeyPair().getPrivate();
  }

  private Path pem(String type, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    String text = "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    return Files.writeString(
        Files.createTempFile(directory, "key", ".pem"), text, StandardCharsets.US_ASCII);
  }
}
