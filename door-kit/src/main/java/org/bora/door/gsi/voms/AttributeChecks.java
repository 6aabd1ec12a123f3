package org.bora.door.gsi.voms;

import java.security.cert.X509Certificate;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.CertException;
import org.bouncycastle.cert.X509AttributeCertificateHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.italiangrid.voms.VOMSAttribute;
import org.italiangrid.voms.ac.VOMSACValidationStrategy;
import org.italiangrid.voms.ac.VOMSValidationResult;
import org.italiangrid.voms.ac.impl.VOMSAttributesImpl;

/**
 * The library's checks of an attribute certificate, except for the signature. The library can
 * verify those of RSA keys only, and takes every digest.
 */
final class AttributeChecks implements VOMSACValidationStrategy {

  private final VOMSACValidationStrategy library;

  AttributeChecks(VOMSACValidationStrategy library) {
    this.library = library;
  }

  @Override
  public VOMSValidationResult validateAC(VOMSAttribute attributes, X509Certificate[] chain) {
    return library.validateAC(sealed(attributes), chain);
  }

  @Override
  public VOMSValidationResult validateAC(VOMSAttribute attributes) {
    return library.validateAC(sealed(attributes));
  }

  private static VOMSAttribute sealed(VOMSAttribute attributes) {
    if (attributes instanceof VOMSAttributesImpl parsed) {
      parsed.setVOMSAC(new Sealed(parsed.getVOMSAC()));
    }
    return attributes;
  }

  /** An attribute certificate with our own check of the signature. */
  private static final class Sealed extends X509AttributeCertificateHolder {
    private static final long serialVersionUID = 1L;

    /** Collisions are easy to produce (RFC 6151). */
    private static final Pattern BROKEN = Pattern.compile("(?i)MD\\d.*");

    Sealed(X509AttributeCertificateHolder read) {
      super(read.toASN1Structure());
    }

    /**
     * @param library of a server's certificate; it throws where the key is not RSA
     */
    @Override
    public boolean isSignatureValid(ContentVerifierProvider library) throws CertException {
      String algorithm = new DefaultAlgorithmNameFinder().getAlgorithmName(getSignatureAlgorithm());
      if (BROKEN.matcher(algorithm).matches()) {
        return false;
      }
      X509CertificateHolder server = library.getAssociatedCertificate();
      return super.isSignatureValid(hasRsaKey(server) ? library : ofTheJdk(server));
    }

    private static boolean hasRsaKey(X509CertificateHolder server) {
      return PKCSObjectIdentifiers.rsaEncryption.equals(
          server.getSubjectPublicKeyInfo().getAlgorithm().getAlgorithm());
    }

    private static ContentVerifierProvider ofTheJdk(X509CertificateHolder server)
        throws CertException {
      try {
        return new JcaContentVerifierProviderBuilder().build(server);
      } catch (OperatorCreationException | java.security.cert.CertificateException e) {
        throw new CertException("the key of the VOMS server cannot be used", e);
      }
    }
  }
}
