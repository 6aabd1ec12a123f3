package org.bora.api.wire;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.AdvancedTlsX509TrustManager.Verification;
import io.grpc.util.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.peer.PeerFiles;

/**
 * One side of the mutual TLS between frontend and backend. Both sides always show certificates;
 * there is no plain text. {@link #refresh()} takes over changed files, for new connections and by
 * {@link #kept} for those that are open; thread safe.
 */
public final class PeerCredentials {

  /** A resumed session shows the certificate of its first connection, also where it was renewed. */
  private static final int SESSION_SECONDS = 60;

  private final PeerFiles files;
  private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
  private final AdvancedTlsX509TrustManager trust;
  private final NamedTrust named;
  private volatile List<X509Certificate> shown = List.of();
  private volatile Believed believed = new Believed(0, null, null);
  private List<FileTime> seen;

  /**
   * One reading of the file of authorities.
   *
   * @param generation grows by one with each reading
   */
  private record Believed(long generation, X509TrustManager chains, AuthorityFile authorities) {}

  /**
   * The result of a successful verification: which reading of the files it used, and until when it
   * is valid at most.
   */
  record Holds(long generation, Instant until) {
    static final Holds NEVER = new Holds(0, Instant.MIN);
  }

  private PeerCredentials(PeerFiles files, Verification verification) throws CertificateException {
    this.files = files;
    this.trust = AdvancedTlsX509TrustManager.newBuilder().setVerification(verification).build();
    this.named = new NamedTrust(trust, () -> believed.authorities());
  }

  /**
   * Credentials of a frontend: a backend's certificate must contain its name in the configuration.
   *
   * @throws IOException if a file cannot be read
   * @throws GeneralSecurityException if its content cannot be used
   */
  public static PeerCredentials ofFrontend(PeerFiles files)
      throws IOException, GeneralSecurityException {
    return loaded(new PeerCredentials(files, Verification.CERTIFICATE_AND_HOST_NAME_VERIFICATION));
  }

  /**
   * Credentials of a backend: a frontend must have a certificate; afterwards its subject decides
   * whether it is known.
   *
   * @throws IOException a file cannot be read
   * @throws GeneralSecurityException what is in it cannot be used
   */
  public static PeerCredentials ofBackend(PeerFiles files)
      throws IOException, GeneralSecurityException {
    return loaded(new PeerCredentials(files, Verification.CERTIFICATE_ONLY_VERIFICATION));
  }

  private static PeerCredentials loaded(PeerCredentials credentials)
      throws IOException, GeneralSecurityException {
    credentials.refresh();
    return credentials;
  }

  /** The certificate that is shown to peers now. */
  public X509Certificate own() {
    return shown.getFirst();
  }

  /**
   * The expiry of the own certificate with its intermediate ones, of the authorities and of their
   * revocation lists, from the files as last read.
   *
   * @param of the purpose of the credentials, such as {@code link}
   */
  public List<CertificateEnd> ends(String of) {
    AuthorityFile authorities = believed.authorities();
    return Stream.of(
            CertificateEnd.first(of + "_certificate", ends(shown)),
            CertificateEnd.first(of + "_authority", ends(authorities.certificates())),
            CertificateEnd.first(of + "_revocation_list", authorities.listEnds()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Stream<Instant> ends(List<X509Certificate> certificates) {
    return certificates.stream().map(each -> each.getNotAfter().toInstant());
  }

  public ChannelCredentials forChannel() {
    return TlsChannelCredentials.newBuilder().keyManager(identity).trustManager(named).build();
  }

  /** What a server shows; {@link #refresh()} renews it. */
  public KeyManager keyManager() {
    return identity;
  }

  /** Whom a server believes, in the handshake; {@link #refresh()} renews it. */
  public TrustManager trustManager() {
    return named;
  }

  /** For HTTPS, on either side; {@link #refresh()} renews certificate and authorities. */
  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {identity}, new TrustManager[] {named}, null);
    context.getServerSessionContext().setSessionTimeout(SESSION_SECONDS);
    return context;
  }

  /**
   * Reads the files again if one of them has changed. They are used only if all are valid.
   *
   * @return whether a file had changed
   * @throws IOException if a file cannot be read; the earlier credentials stay in use
   * @throws GeneralSecurityException if its content cannot be used; the earlier credentials stay in
   *     use
   */
  public synchronized boolean refresh() throws IOException, GeneralSecurityException {
    List<FileTime> now = modified();
    if (now.equals(seen)) {
      return false;
    }
    X509Certificate[] chain = certificates(files.certificate());
    AuthorityFile authorities = AuthorityFile.read(files.authorities());
    X509TrustManager chains = chains(authorities.certificates());
    identity.updateIdentityCredentials(chain, PemKey.read(files.key()));
    trust.updateTrustCredentials(authorities.certificates().toArray(X509Certificate[]::new));
    believed = new Believed(believed.generation() + 1, chains, authorities);
    shown = List.of(chain);
    seen = now;
    return true;
  }

  private static X509TrustManager chains(List<X509Certificate> authorities)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (X509Certificate authority : authorities) {
      store.setCertificateEntry("authority " + store.size(), authority);
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }

  /** A connected client, each of whose calls is checked with the authorities of that time. */
  public KeptPeer kept(X509Certificate[] chain) {
    return new KeptPeer(this, chain.clone());
  }

  long generation() {
    return believed.generation();
  }

  /** Judges the chain of a client anew, by the files as they were read last. */
  Holds verify(X509Certificate[] chain, Instant now) throws CertificateException {
    Believed by = believed;
    NamedTrust.verify(
        chain, "", by.authorities(), now, () -> by.chains().checkClientTrusted(chain, "UNKNOWN"));
    Instant until = by.authorities().firstEnd(chain);
    for (X509Certificate certificate : chain) {
      Instant end = certificate.getNotAfter().toInstant();
      until = end.isBefore(until) ? end : until;
    }
    return new Holds(by.generation(), until);
  }

  private List<FileTime> modified() throws IOException {
    var times = new ArrayList<FileTime>();
    for (Path file : List.of(files.authorities(), files.certificate(), files.key())) {
      times.add(Files.getLastModifiedTime(file));
    }
    return times;
  }

  private static X509Certificate[] certificates(Path file)
      throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      X509Certificate[] found = CertificateUtils.getX509Certificates(in);
      if (found.length == 0) {
        throw new CertificateException("empty");
      }
      return found;
    } catch (CertificateException unusable) {
      throw new CertificateException(file + ": no PEM certificate in it", unusable);
    }
  }
}
