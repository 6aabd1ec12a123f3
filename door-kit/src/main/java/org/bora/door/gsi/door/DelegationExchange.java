package org.bora.door.gsi.door;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bora.api.copy.DelegatedCredential;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.trust.ChainVerdict;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * Our side of a GSI delegation: a certification request out, a proxy certificate in (Globus GSSAPI;
 * the request's subject is ignored by every peer). One instance per delegation, one thread at a
 * time.
 */
final class DelegationExchange {

  /**
   * As Globus and VOMS make proxies. A longer key protects no longer what lives for hours, and
   * costs ten times the work for twice the bits, which is work that a client would make us do.
   */
  private static final int KEY_BITS = 2048;

  private static final X500Principal ANY_SUBJECT = new X500Principal("CN=delegation");

  private final List<X509Certificate> peer;
  private final Identity identity;
  private KeyPair keys;

  DelegationExchange(List<X509Certificate> peer, Identity identity) {
    this.peer = List.copyOf(peer);
    this.identity = identity;
  }

  /** Makes a key and the DER request for it. About 100 ms of CPU. */
  byte[] request() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      keys = generator.generateKeyPair();
      return new JcaPKCS10CertificationRequestBuilder(ANY_SUBJECT, keys.getPublic())
          .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()))
          .getEncoded();
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IOException("no certification request: " + e.getMessage(), e);
    }
  }

  /**
   * Takes the DER certificate that came back.
   *
   * @return what acts for the peer now; empty where its attributes were rejected, so that it cannot
   *     ask for anything
   * @throws IOException when the certificate is not for our key, not issued by the peer, or does
   *     not act for the same user
   */
  Optional<DelegatedCredential> complete(byte[] der, ChainVerifier verifier) throws IOException {
    X509Certificate proxy = parse(der);
    if (!proxy.getPublicKey().equals(keys.getPublic())) {
      throw new IOException("the delegated certificate is not for the key it was asked for");
    }
    List<X509Certificate> chain = new ArrayList<>(peer.size() + 1);
    chain.add(proxy);
    chain.addAll(peer);
    return switch (verifier.verify(chain.toArray(X509Certificate[]::new))) {
      case ChainVerdict.Refused refused ->
          throw new IOException("the delegated certificate does not hold: " + refused.reason());
      case ChainVerdict.Accepted accepted -> credential(accepted.dn(), chain);
    };
  }

  private Optional<DelegatedCredential> credential(String dn, List<X509Certificate> chain)
      throws IOException {
    return switch (identity) {
      case Identity.Known(var caller) when dn.equals(caller.dn()) ->
          Optional.of(new DelegatedCredential(keys.getPrivate(), chain));
      case Identity.Known _ -> throw new IOException("the delegated certificate acts for " + dn);
      case Identity.Rejected _ -> Optional.empty();
    };
  }

  private static X509Certificate parse(byte[] der) throws IOException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (GeneralSecurityException e) {
      throw new IOException("the delegated certificate cannot be read: " + e.getMessage(), e);
    }
  }
}
