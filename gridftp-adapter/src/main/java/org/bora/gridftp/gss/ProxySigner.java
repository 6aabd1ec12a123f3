package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.proxy.ProxyGenerator;
import eu.emi.security.authn.x509.proxy.ProxyRequestOptions;
import eu.emi.security.authn.x509.proxy.ProxyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/**
 * Our side of a delegation: collects the server's certification request, one DER sequence, and
 * signs an RFC 3820 proxy for the key in it.
 */
final class ProxySigner {

  private static final int LONGEST_REQUEST = 65_536;
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final GsiCredential credential;
  private final ByteArrayOutputStream request = new ByteArrayOutputStream();

  ProxySigner(GsiCredential credential) {
    this.credential = credential;
  }

  /**
   * Takes a piece of the request.
   *
   * @return the DER of the signed proxy once the request is whole
   * @throws IOException if it is too long or not a certification request
   */
  Optional<byte[]> take(byte[] piece) throws IOException, GeneralSecurityException {
    if (request.size() + piece.length > LONGEST_REQUEST) {
      throw new IOException("the delegation request is longer than " + LONGEST_REQUEST + " bytes");
    }
    request.writeBytes(piece);
    byte[] der = request.toByteArray();
    return isWholeSequence(der) ? Optional.of(sign(der)) : Optional.empty();
  }

  private byte[] sign(byte[] der) throws IOException, GeneralSecurityException {
    X509Certificate[] chain = credential.chain();
    ProxyRequestOptions options =
        new ProxyRequestOptions(chain, new PKCS10CertificationRequest(der));
    options.setType(ProxyType.RFC3820);
    options.setLimited(credential.delegation() == DelegationMode.LIMITED);
    options.setValidityBounds(notBefore(chain[0]), Date.from(credential.notAfter()));
    return ProxyGenerator.generate(options, credential.key())[0].getEncoded();
  }

  /** A little in the past, for servers whose clock is behind, but not before its issuer. */
  private Date notBefore(X509Certificate issuer) {
    Instant wanted = credential.now().minus(CLOCK_SKEW);
    Instant earliest = issuer.getNotBefore().toInstant();
    return Date.from(wanted.isBefore(earliest) ? earliest : wanted);
  }

  /** Whether these bytes hold one whole DER value: tag, length (X.690 section 8.1.3), content. */
  static boolean isWholeSequence(byte[] der) {
    if (der.length < 2) {
      return false;
    }
    int first = der[1] & 0xff;
    if (first < 0x80) {
      return der.length >= 2 + first;
    }
    int octets = first & 0x7f;
    if (der.length < 2 + octets) {
      return false;
    }
    long length = 0;
    for (int i = 0; i < octets; i++) {
      length = Math.min((length << 8) | (der[2 + i] & 0xff), LONGEST_REQUEST);
    }
    return der.length >= 2 + octets + length;
  }
}
