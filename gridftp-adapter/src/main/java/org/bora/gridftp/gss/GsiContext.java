package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.helpers.ssl.HostnameToCertificateChecker;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.globus.gsi.gssapi.ClosedGSSException;
import org.globus.gsi.gssapi.GSSConstants;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.MessageProp;
import org.ietf.jgss.Oid;

/**
 * One GSI connection from our side. The tokens are TLS records; after the handshake and the check
 * of the server's name, one byte says whether a proxy is delegated: {@code 0}, or {@code D}. After
 * {@code D} the server sends a certification request and gets the signed proxy (GFD.24).
 *
 * <p>Used by one thread at a time; synchronized because jGlobus reads and writes from two.
 */
final class GsiContext extends InitiatorOnly {

  private static final byte[] WITHOUT_DELEGATION = {'0'};
  private static final byte[] WITH_DELEGATION = {'D'};

  /** A minor code other than 0, or GSSException keeps the text out of its message. */
  private static final int SEE_TEXT = 1;

  private enum Step {
    HANDSHAKE,
    REQUEST,
    OPEN,
    CLOSED
  }

  private final GsiName expected;
  private final GsiCredential credential;
  private final TlsTokens tls;
  private final ProxySigner signer;
  private Step step = Step.HANDSHAKE;
  private boolean delegate;
  private X509Certificate[] peerChain;

  /**
   * Prepares a connection.
   *
   * @param expected the host that the server's certificate must name
   */
  GsiContext(GsiName expected, GsiCredential credential) {
    this.expected = expected;
    this.credential = credential;
    this.tls = new TlsTokens(credential.engine());
    this.signer = new ProxySigner(credential);
  }

  @Override
  public synchronized byte[] initSecContext(byte[] token, int offset, int length)
      throws GSSException {
    try {
      tls.receive(token, offset, length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      switch (step) {
        case HANDSHAKE -> handshake(out);
        case REQUEST -> delegate(out);
        case OPEN, CLOSED -> throw new GSSException(GSSException.NO_CONTEXT);
      }
      return out.size() == 0 ? null : out.toByteArray();
    } catch (IOException e) {
      throw failure(GSSException.FAILURE, innermost(e), e);
    } catch (GeneralSecurityException e) {
      throw failure(GSSException.FAILURE, "signing the proxy: " + e.getMessage(), e);
    }
  }

  private void handshake(ByteArrayOutputStream out) throws SSLException, GSSException {
    if (credential.getRemainingLifetime() == 0) {
      String ended = "our credential " + credential.getName() + " ended " + credential.notAfter();
      throw failure(GSSException.CREDENTIALS_EXPIRED, ended, null);
    }
    if (!tls.handshake(out)) {
      return;
    }
    X509Certificate[] chain = tls.peerChain();
    requireExpectedHost(chain);
    peerChain = chain;
    byte[] flag = delegate ? WITH_DELEGATION : WITHOUT_DELEGATION;
    out.writeBytes(tls.encrypt(flag, 0, flag.length));
    step = delegate ? Step.REQUEST : Step.OPEN;
  }

  private void delegate(ByteArrayOutputStream out) throws IOException, GeneralSecurityException {
    Optional<byte[]> proxy = signer.take(tls.decrypt());
    if (proxy.isPresent()) {
      byte[] der = proxy.get();
      out.writeBytes(tls.encrypt(der, 0, der.length));
      step = Step.OPEN;
    }
  }

  private void requireExpectedHost(X509Certificate[] chain) throws GSSException {
    X509Certificate owner = ProxyUtils.getEndUserCertificate(chain);
    boolean named;
    try {
      named = new HostnameToCertificateChecker().checkMatching(expected.text(), owner);
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      // canl parses alternative names itself and throws what it meets; nothing proven, so refuse
      throw failure(GSSException.UNAUTHORIZED, "unreadable names in the certificate", e);
    }
    if (!named) {
      String who = GsiName.owner(chain) + " does not name the host " + expected.text();
      throw failure(GSSException.UNAUTHORIZED, "the certificate of " + who, null);
    }
  }

  /** Whether the connection stands and the server has proven to be this host. */
  synchronized boolean proven(GsiName host) {
    return peerChain != null && step == Step.OPEN && expected.equals(host);
  }

  @Override
  public synchronized byte[] wrap(byte[] message, int offset, int length, MessageProp prop)
      throws GSSException {
    requireOpen();
    try {
      return tls.encrypt(message, offset, length);
    } catch (SSLException e) {
      throw failure(GSSException.FAILURE, e.getMessage(), e);
    }
  }

  @Override
  public synchronized byte[] unwrap(byte[] token, int offset, int length, MessageProp prop)
      throws GSSException {
    requireOpen();
    try {
      tls.receive(token, offset, length);
      byte[] plain = tls.decrypt();
      if (plain.length == 0 && tls.closedByPeer()) {
        throw new ClosedGSSException();
      }
      return plain;
    } catch (SSLException e) {
      throw failure(GSSException.BAD_MIC, e.getMessage(), e);
    }
  }

  private void requireOpen() throws GSSException {
    if (step != Step.OPEN) {
      throw new GSSException(GSSException.NO_CONTEXT);
    }
  }

  @Override
  public synchronized void requestCredDeleg(boolean state) {
    delegate = state && credential.delegation() != DelegationMode.NONE;
  }

  @Override
  public synchronized boolean getCredDelegState() {
    return delegate;
  }

  @Override
  public synchronized boolean isEstablished() {
    return step == Step.OPEN;
  }

  @Override
  public GSSName getSrcName() {
    return credential.getName();
  }

  @Override
  public synchronized GSSName getTargName() {
    return peerChain == null ? null : GsiName.owner(peerChain);
  }

  @Override
  public synchronized Object inquireByOid(Oid oid) {
    return GSSConstants.X509_CERT_CHAIN.equals(oid) && peerChain != null ? peerChain.clone() : null;
  }

  @Override
  public int getLifetime() {
    return credential.getRemainingLifetime();
  }

  @Override
  public synchronized void dispose() {
    tls.close();
    step = Step.CLOSED;
  }

  /** JSSE wraps our trust manager's message in "PKIX" phrases; the last phrase is the reason. */
  private static String innermost(Throwable thrown) {
    Throwable last = thrown;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last.getMessage();
  }

  private static GSSException failure(int major, String message, Throwable cause) {
    GSSException failure = new GSSException(major, SEE_TEXT, message);
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }
}
