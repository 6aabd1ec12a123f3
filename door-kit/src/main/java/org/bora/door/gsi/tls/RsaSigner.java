package org.bora.door.gsi.tls;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.amazon.corretto.crypto.provider.RuntimeCryptoException;
import io.netty.handler.ssl.OpenSslPrivateKeyMethod;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Optional;
import javax.net.ssl.SSLEngine;

/**
 * Signs handshakes with an RSA host key on Corretto's provider. Its RSA knows AVX-512, BoringSSL's
 * does not: 265 us against about 390 us per signature of 2,048 bits. The provider need not be
 * installed.
 */
final class RsaSigner implements OpenSslPrivateKeyMethod {

  private final Provider provider;
  private final PrivateKey key;

  private RsaSigner(Provider provider, PrivateKey key) {
    this.provider = provider;
    this.key = key;
  }

  /** Empty where BoringSSL is to sign: the key is not RSA, or the provider does not load here. */
  static Optional<RsaSigner> of(PrivateKey key) {
    if (!key.getAlgorithm().equals("RSA")) {
      return Optional.empty();
    }
    try {
      var provider = AmazonCorrettoCryptoProvider.INSTANCE;
      provider.assertHealthy();
      // A key of another provider would be taken apart and put together for each signature.
      PrivateKey own = (PrivateKey) KeyFactory.getInstance("RSA", provider).translateKey(key);
      return Optional.of(new RsaSigner(provider, own));
    } catch (GeneralSecurityException | RuntimeCryptoException | LinkageError e) {
      return Optional.empty();
    }
  }

  @Override
  public byte[] sign(SSLEngine engine, int algorithm, byte[] input)
      throws GeneralSecurityException {
    Signature signature = begin(algorithm);
    signature.update(input);
    return signature.sign();
  }

  /** The signature schemes of RFC 8446 section 4.2.3 that TLS 1.2 may choose for an RSA key. */
  private Signature begin(int algorithm) throws GeneralSecurityException {
    if (algorithm == SSL_SIGN_RSA_PKCS1_SHA256) {
      return pkcs1("SHA256withRSA");
    } else if (algorithm == SSL_SIGN_RSA_PKCS1_SHA384) {
      return pkcs1("SHA384withRSA");
    } else if (algorithm == SSL_SIGN_RSA_PKCS1_SHA512) {
      return pkcs1("SHA512withRSA");
    } else if (algorithm == SSL_SIGN_RSA_PKCS1_SHA1) {
      return pkcs1("SHA1withRSA");
    } else if (algorithm == SSL_SIGN_RSA_PSS_RSAE_SHA256) {
      return pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
    } else if (algorithm == SSL_SIGN_RSA_PSS_RSAE_SHA384) {
      return pss("SHA-384", MGF1ParameterSpec.SHA384, 48);
    } else if (algorithm == SSL_SIGN_RSA_PSS_RSAE_SHA512) {
      return pss("SHA-512", MGF1ParameterSpec.SHA512, 64);
    }
    throw new GeneralSecurityException("no RSA signature scheme: " + algorithm);
  }

  private Signature pkcs1(String name) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(name, provider);
    signature.initSign(key);
    return signature;
  }

  private Signature pss(String digest, AlgorithmParameterSpec mask, int salt)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance("RSASSA-PSS", provider);
    signature.setParameter(new PSSParameterSpec(digest, "MGF1", mask, salt, 1));
    signature.initSign(key);
    return signature;
  }

  @Override
  public byte[] decrypt(SSLEngine engine, byte[] input) throws GeneralSecurityException {
    throw new GeneralSecurityException("no cipher suite of the door exchanges keys by RSA");
  }
}
