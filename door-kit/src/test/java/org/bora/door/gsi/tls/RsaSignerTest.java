package org.bora.door.gsi.tls;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslPrivateKeyMethod;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RsaSignerTest {

  private static final byte[] MESSAGE = {1, 2, 3, 4};

  private KeyPair keys;
  private RsaSigner signer;

  @BeforeEach
  void makeSigner() throws GeneralSecurityException {
    // the numbers of the schemes come from the native library
    assumeTrue(OpenSsl.isAvailable());
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
    var made = RsaSigner.of(keys.getPrivate());
    assumeTrue(made.isPresent());
    signer = made.get();
  }

  @Test
  void theJdkAcceptsWhatIsSignedByPkcs1() throws GeneralSecurityException {
    assertPkcs1("SHA1withRSA", OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PKCS1_SHA1);
    assertPkcs1("SHA256withRSA", OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PKCS1_SHA256);
    assertPkcs1("SHA384withRSA", OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PKCS1_SHA384);
    assertPkcs1("SHA512withRSA", OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PKCS1_SHA512);
  }

  @Test
  void theJdkAcceptsWhatIsSignedByPss() throws GeneralSecurityException {
    assertPss(
        "SHA-256",
        MGF1ParameterSpec.SHA256,
        32,
        OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PSS_RSAE_SHA256);
    assertPss(
        "SHA-384",
        MGF1ParameterSpec.SHA384,
        48,
        OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PSS_RSAE_SHA384);
    assertPss(
        "SHA-512",
        MGF1ParameterSpec.SHA512,
        64,
        OpenSslPrivateKeyMethod.SSL_SIGN_RSA_PSS_RSAE_SHA512);
  }

  @Test
  void aSchemeForOtherKeysIsRefused() {
    assertThrows(
        GeneralSecurityException.class,
        () -> signer.sign(null, OpenSslPrivateKeyMethod.SSL_SIGN_ECDSA_SECP256R1_SHA256, MESSAGE));
  }

  @Test
  void nothingIsDecrypted() {
    assertThrows(GeneralSecurityException.class, () -> signer.decrypt(null, MESSAGE));
  }

  @Test
  void anEcKeyIsLeftToBoringSsl() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    assertTrue(RsaSigner.of(generator.generateKeyPair().getPrivate()).isEmpty());
  }

  private void assertPkcs1(String name, int scheme) throws GeneralSecurityException {
    assertAccepted(Signature.getInstance(name), name, scheme);
  }

  private void assertPss(String digest, MGF1ParameterSpec mask, int salt, int scheme)
      throws GeneralSecurityException {
    var verifier = Signature.getInstance("RSASSA-PSS");
    verifier.setParameter(new PSSParameterSpec(digest, "MGF1", mask, salt, 1));
    assertAccepted(verifier, digest, scheme);
  }

  private void assertAccepted(Signature verifier, String name, int scheme)
      throws GeneralSecurityException {
    verifier.initVerify(keys.getPublic());
    verifier.update(MESSAGE);
    assertTrue(verifier.verify(signer.sign(null, scheme, MESSAGE)), name);
  }
}
