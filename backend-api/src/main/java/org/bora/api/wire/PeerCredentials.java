package org.bora.api.wire;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
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
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bora.api.peer.PeerFiles;

/**
 * One half's side of mutual TLS: always both certificates, never plain text. {@link #refresh()}
 * takes over changed files for new connections; thread safe.
 */
public final class PeerCredentials {

  private final PeerFiles files;
  private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
  private final AdvancedTlsX509TrustManager trust;
  private final NamedTrust named;
  private volatile X509Certificate own;
  private List<FileTime> seen;

  private PeerCredentials(PeerFiles files, Verification verification) throws CertificateException {
    this.files = files;
    this.trust = AdvancedTlsX509TrustManager.newBuilder().setVerification(verification).build();
    this.named = new NamedTrust(trust, files.authorities());
  }

  /**
   * The frontend's: a backend must have a certificate in the name it is reached by.
   *
   * @throws IOException a file cannot be read
   * @throws GeneralSecurityException what is in it cannot be used
   */
  public static PeerCredentials ofFrontend(PeerFiles files)
      throws IOException, GeneralSecurityException {
    return loaded(new PeerCredentials(files, Verification.CERTIFICATE_AND_HOST_NAME_VERIFICATION));
  }

  /**
   * The backend's: a frontend must have a certificate; whether it is a known one is decided by its
   * subject afterwards.
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
    return own;
  }

  public ChannelCredentials forChannel() {
    return TlsChannelCredentials.newBuilder().keyManager(identity).trustManager(named).build();
  }

  public ServerCredentials forServer() {
    return TlsServerCredentials.newBuilder()
        .keyManager(identity)
        .trustManager(named)
        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
        .build();
  }

  /** For HTTPS, either side of it; {@link #refresh()} renews what it shows and believes. */
  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {identity}, new TrustManager[] {named}, null);
    return context;
  }

  /**
   * Reads the files again if one of them has changed. Nothing is taken over unless all can be used.
   *
   * @return whether there was something new
   * @throws IOException a file cannot be read; what was in use stays in use
   * @throws GeneralSecurityException what is in it cannot be used; what was in use stays in use
   */
  public synchronized boolean refresh() throws IOException, GeneralSecurityException {
    List<FileTime> now = modified();
    if (now.equals(seen)) {
      return false;
    }
    X509Certificate[] chain = certificates(files.certificate());
    X509Certificate[] authorities = certificates(files.authorities());
    identity.updateIdentityCredentials(chain, PemKey.read(files.key()));
    trust.updateTrustCredentials(authorities);
    own = chain[0];
    seen = now;
    return true;
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
