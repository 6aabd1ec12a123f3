package org.bora.gridftp.gss;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import org.bora.gridftp.server.ThrowawayGrid;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.MessageProp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Our side of GSI, against an acceptor in memory. */
class GsiContextIT {

  private static final MessageProp PRIVATE = new MessageProp(true);

  private static ThrowawayGrid grid;
  private PeerTrust trust;
  private Acceptor acceptor;

  @BeforeAll
  static void certificates() throws IOException, InterruptedException {
    grid = ThrowawayGrid.open();
  }

  @BeforeEach
  void open() throws IOException, GeneralSecurityException {
    trust = new PeerTrust(new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1)));
    acceptor = new Acceptor(grid.host().read());
  }

  @AfterEach
  void close() {
    trust.close();
  }

  @Test
  void withoutDelegationTheServerGetsAZeroAndTheConnectionStands()
      throws IOException, GSSException {
    GsiContext context = context(DelegationMode.NONE);
    assertEquals("0", text(acceptor.handshake(context)));
    assertTrue(context.isEstablished());
    assertFalse(context.getCredDelegState());
    assertEquals("/DC=test/DC=grid/CN=localhost", context.getTargName().toString());
    assertTrue(context.proven(GsiName.host("localhost")));
    assertFalse(context.proven(GsiName.host("other.org")));
  }

  @Test
  void aLimitedProxyIsLimitedAndSpeaksForItsOwner() throws Exception {
    GsiContext context = context(DelegationMode.LIMITED);
    assertEquals("D", text(acceptor.handshake(context)));
    assertFalse(context.isEstablished());
    X509Certificate proxy = delegated(context);
    assertTrue(context.isEstablished());
    X509Certificate[] chain = chainBelow(proxy);
    assertTrue(new ProxyChainInfo(chain).isLimited());
    assertEquals(
        "CN=Alice Test,OU=people,DC=grid,DC=test",
        ProxyUtils.getEndUserCertificate(chain).getSubjectX500Principal().getName());
  }

  @Test
  void aFullProxyIsNotLimitedAndLivesNoLongerThanItsIssuer() throws Exception {
    GsiContext context = context(DelegationMode.FULL);
    acceptor.handshake(context);
    X509Certificate proxy = delegated(context);
    assertFalse(new ProxyChainInfo(chainBelow(proxy)).isLimited());
    X509Certificate issuer = grid.proxy("alice").read().getCertificateChain()[0];
    assertFalse(proxy.getNotAfter().toInstant().isAfter(issuer.getNotAfter().toInstant()));
    proxy.verify(issuer.getPublicKey());
  }

  @Test
  void aDelegationRequestWithoutEndIsRefused() throws IOException, GSSException {
    GsiContext context = context(DelegationMode.FULL);
    acceptor.handshake(context);
    byte[] endless = new byte[70_000];
    endless[0] = 0x30;
    endless[1] = (byte) 0x83;
    endless[2] = 0x7f;
    byte[] token = acceptor.encrypt(endless);
    var refusal =
        assertThrows(GSSException.class, () -> context.initSecContext(token, 0, token.length));
    assertTrue(refusal.getMinorString().contains("longer than 65536"), refusal.getMessage());
  }

  @Test
  void messagesGoBothWaysAndMayArriveInPieces() throws IOException, GSSException {
    GsiContext context = context(DelegationMode.NONE);
    acceptor.handshake(context);
    byte[] question = bytes("NOOP\r\n");
    byte[] sent = context.wrap(question, 0, question.length, PRIVATE);
    assertArrayEquals(question, acceptor.decrypt(sent));
    byte[] answer = acceptor.encrypt(bytes("200 ok\r\n"));
    assertEquals(0, context.unwrap(answer, 0, 10, PRIVATE).length, "no whole record yet");
    assertEquals("200 ok\r\n", text(context.unwrap(answer, 10, answer.length - 10, PRIVATE)));
  }

  @Test
  void aForgedMessageIsNoticed() throws IOException, GSSException {
    GsiContext context = context(DelegationMode.NONE);
    acceptor.handshake(context);
    byte[] answer = acceptor.encrypt(bytes("200 ok\r\n"));
    answer[answer.length - 1] ^= 1;
    assertThrows(GSSException.class, () -> context.unwrap(answer, 0, answer.length, PRIVATE));
  }

  @Test
  void aServerOfAnotherNameGetsNoDelegationByte() throws IOException {
    GsiContext context = context("other.org", DelegationMode.FULL);
    var refusal = assertThrows(GSSException.class, () -> acceptor.handshake(context));
    assertEquals(GSSException.UNAUTHORIZED, refusal.getMajor());
    assertNull(context.getTargName());
  }

  @Test
  void anExpiredCredentialIsNotEvenShown() throws IOException {
    GsiCredential expired =
        new GsiCredential(
            grid.proxy("alice-expired").read(), trust, DelegationMode.NONE, Clock.systemUTC());
    GsiContext context = new GsiContext(GsiName.host("localhost"), expired);
    var refusal = assertThrows(GSSException.class, () -> context.initSecContext(new byte[0], 0, 0));
    assertEquals(GSSException.CREDENTIALS_EXPIRED, refusal.getMajor());
  }

  private GsiContext context(DelegationMode delegation) throws IOException {
    return context("localhost", delegation);
  }

  private GsiContext context(String host, DelegationMode delegation) throws IOException {
    GsiCredential alice =
        new GsiCredential(grid.proxy("alice").read(), trust, delegation, Clock.systemUTC());
    GsiContext context = new GsiContext(GsiName.host(host), alice);
    context.requestCredDeleg(true); // as jGlobus always does
    return context;
  }

  /** The acceptor's side of a delegation: sends a request, takes the certificate. */
  private X509Certificate delegated(GsiContext context)
      throws IOException, GSSException, GeneralSecurityException, OperatorCreationException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair keys = generator.generateKeyPair();
    byte[] request =
        new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=ignored"), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()))
            .getEncoded();
    byte[] token = acceptor.encrypt(request);
    int half = token.length / 2;
    assertNull(context.initSecContext(token, 0, half), "half a request is no request");
    byte[] answer = context.initSecContext(token, half, token.length - half);
    ByteArrayInputStream der = new ByteArrayInputStream(acceptor.decrypt(answer));
    X509Certificate proxy =
        (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(der);
    assertEquals(keys.getPublic(), proxy.getPublicKey());
    return proxy;
  }

  private X509Certificate[] chainBelow(X509Certificate proxy) throws IOException {
    X509Certificate[] issuers = grid.proxy("alice").read().getCertificateChain();
    X509Certificate[] chain = new X509Certificate[issuers.length + 1];
    chain[0] = proxy;
    System.arraycopy(issuers, 0, chain, 1, issuers.length);
    return chain;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
