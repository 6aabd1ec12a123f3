package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.helpers.trust.OpensslTruststoreHelper;
import eu.emi.security.authn.x509.impl.KeyAndCertCredential;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.italiangrid.voms.asn1.VOMSACGenerator;

/**
 * A grid whose keys a test holds: an authority that the door trusts, a user, a server of the VO
 * {@code testvo}, and so everything that they, or a thief of their names, could sign.
 */
public final class ForgedGrid {

  public static final String ALICE = "/DC=test/DC=forged/CN=Alice";
  static final String INHERIT_ALL = "1.3.6.1.5.5.7.21.1";
  static final String LIMITED = "1.3.6.1.4.1.3536.1.1.1.9";
  static final ASN1ObjectIdentifier VOMS_EXTENSION =
      new ASN1ObjectIdentifier("1.3.6.1.4.1.8005.100.100.5");

  private final Path directory;
  private final KeyPair authorityKeys = rsa(2048);
  private final KeyPair userKeys = elliptic();
  private final KeyPair proxyKeys = elliptic();

  /** The VOMS library verifies RSA alone. */
  private final KeyPair vomsKeys = rsa(2048);

  private final X509Certificate authority;
  private final X509Certificate user;
  private final X509Certificate voms;

  /** Writes the directories of trust below one that is there. */
  public ForgedGrid(Path directory) throws IOException {
    this.directory = directory;
    X500Name name = new X500Name("DC=test,DC=forged,CN=Authority");
    authority =
        Draft.authority(
                new Signatory(name, authorityKeys.getPrivate()), name, authorityKeys.getPublic())
            .sign();
    user = Draft.user(authority(), name("CN=Alice"), userKeys.getPublic()).sign();
    voms = Draft.user(authority(), name("CN=voms.forged"), vomsKeys.getPublic()).sign();
    trust(authority, "/DC=test/DC=forged/*");
    vouches("voms.forged", voms);
  }

  /** Lets a server vouch for the VO. */
  void vouches(String host, X509Certificate server) throws IOException {
    Path lsc = Files.createDirectories(vomsDir().resolve("testvo")).resolve(host + ".lsc");
    Files.writeString(
        lsc,
        SlashName.of(server.getSubjectX500Principal())
            + "\n"
            + SlashName.of(server.getIssuerX500Principal())
            + "\n");
  }

  /** Puts an authority into the directory of trust anchors. */
  void trust(X509Certificate anchor, String names) throws IOException {
    String hash = hash(anchor);
    Files.createDirectories(certificates());
    Files.writeString(certificates().resolve(hash + ".0"), pem(anchor));
    Files.writeString(
        certificates().resolve(hash + ".signing_policy"),
        "access_id_CA X509 '"
            + SlashName.of(anchor.getSubjectX500Principal())
            + "'\npos_rights globus CA:sign\ncond_subjects globus '\""
            + names
            + "\"'\n");
  }

  static String hash(X509Certificate anchor) {
    return OpensslTruststoreHelper.getOpenSSLCAHash(anchor.getSubjectX500Principal(), true);
  }

  /** A certificate, key or list in PEM. */
  public static String pem(Object thing) {
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(thing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  Path certificates() {
    return directory.resolve("certificates");
  }

  Path vomsDir() {
    return directory.resolve("vomsdir");
  }

  /** The usual settings, nothing remembered. */
  public TrustSettings settings(TrustSettings.Crls crls) {
    return new TrustSettings(
        certificates(),
        vomsDir(),
        Duration.ofSeconds(1),
        crls,
        TrustSettings.Namespaces.EUGRIDPMA_THEN_GLOBUS,
        false,
        TrustSettings.InvalidVoms.REJECT,
        new VerdictCache.Settings(0, Duration.ZERO));
  }

  /** A name within what the authority may sign. */
  static X500Name name(String last) {
    return new X500Name("DC=test,DC=forged," + last);
  }

  Signatory authority() {
    return Signatory.of(authority, authorityKeys);
  }

  X509Certificate authorityCertificate() {
    return authority;
  }

  /** Another user, with the key of proxies. */
  public X509Certificate user(String commonName) {
    return Draft.user(authority(), name("CN=" + commonName), proxyKeys.getPublic()).sign();
  }

  /** Alice. */
  public X509Certificate user() {
    return user;
  }

  public Signatory userSigns() {
    return Signatory.of(user, userKeys);
  }

  KeyPair userKeys() {
    return userKeys;
  }

  /** The key of every proxy, unless a test gives it another. */
  public KeyPair proxyKeys() {
    return proxyKeys;
  }

  /** A proxy of the issuer that inherits all. */
  public Draft proxy(Signatory issuer, String commonName) {
    return proxy(issuer, commonName, INHERIT_ALL, -1);
  }

  /** What Alice signs when she is asked for a proxy of this key. */
  public X509Certificate proxyFor(PublicKey key) {
    return Draft.bareProxy(userSigns(), "1", key)
        .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(INHERIT_ALL, -1))
        .sign();
  }

  /** A proxy with a policy, and a bound on proxies below it where it is not negative. */
  Draft proxy(Signatory issuer, String commonName, String policy, int pathLength) {
    return Draft.bareProxy(issuer, commonName, proxyKeys.getPublic())
        .with(Draft.PROXY_CERT_INFO, true, proxyCertInfo(policy, pathLength));
  }

  static DERSequence proxyCertInfo(String policy, int pathLength) {
    var info = new ASN1EncodableVector();
    if (pathLength >= 0) {
      info.add(new ASN1Integer(pathLength));
    }
    info.add(new DERSequence(new ASN1ObjectIdentifier(policy)));
    return new DERSequence(info);
  }

  VOMSACGenerator vomsServer() {
    return vomsServer(voms, vomsKeys);
  }

  static VOMSACGenerator vomsServer(X509Certificate certificate, KeyPair keys) {
    try {
      return new VOMSACGenerator(
          new KeyAndCertCredential(keys.getPrivate(), new X509Certificate[] {certificate}));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  X509Certificate vomsCertificate() {
    return voms;
  }

  static KeyPair elliptic() {
    return keys("EC", 256);
  }

  static KeyPair rsa(int bits) {
    return keys("RSA", bits);
  }

  private static KeyPair keys(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits, new SecureRandom());
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The chain as it is sent, leaf first. */
  static X509Certificate[] chain(X509Certificate... leafFirst) {
    return List.of(leafFirst).toArray(X509Certificate[]::new);
  }
}
