package org.bora.door.gsi.voms;

import eu.emi.security.authn.x509.impl.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.italiangrid.voms.VOMSError;
import org.italiangrid.voms.store.LSCInfo;
import org.italiangrid.voms.store.VOMSTrustStore;
import org.italiangrid.voms.store.VOMSTrustStoreStatusListener;
import org.italiangrid.voms.store.impl.DefaultLSCFileParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reading of the vomsdir, each directory of a VO separately: if one cannot be read or contains
 * a broken file, its earlier content stays in force, and no other VO is affected. The library would
 * read all or none. A VO whose directory could never be read is still known, so its attributes are
 * refused rather than ignored.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class VoDirectories implements VOMSTrustStore {

  private static final Logger LOG = LoggerFactory.getLogger(VoDirectories.class);

  /** Stands for certificates of VOMS servers next to the directories of VOs, in the old layout. */
  private static final String TOP = "";

  private static final String LSC = ".lsc";

  private final Map<String, Servers> vos;

  /**
   * The servers that may sign attributes of a VO.
   *
   * @param named by the name of the host
   * @param certificates by subject
   */
  private record Servers(
      Map<String, LSCInfo> named, Map<X500Principal, X509Certificate> certificates) {
    static final Servers NONE = new Servers(Map.of(), Map.of());
  }

  private VoDirectories(Map<String, Servers> vos) {
    this.vos = Map.copyOf(vos);
  }

  static VoDirectories none() {
    return new VoDirectories(Map.of());
  }

  /**
   * Reads all directories.
   *
   * @param vomsDir a missing directory counts as empty: a site without VOs
   * @param before the content in force until now
   * @throws IOException if the directory itself cannot be read
   */
  static VoDirectories read(Path vomsDir, VoDirectories before) throws IOException {
    if (!Files.isDirectory(vomsDir)) {
      return none();
    }
    Map<String, Servers> vos = new TreeMap<>();
    vos.put(TOP, servers(TOP, vomsDir, before));
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(vomsDir, Files::isDirectory)) {
      for (Path entry : entries) {
        String vo = entry.getFileName().toString();
        vos.put(vo, servers(vo, entry, before));
      }
    }
    return new VoDirectories(vos);
  }

  private static Servers servers(String vo, Path directory, VoDirectories before) {
    try {
      return servers(vo, directory);
    } catch (IOException | DirectoryIteratorException | VOMSError unreadable) {
      Servers last = before.vos.get(vo);
      LOG.error(
          "the VOMS directory {} cannot be used: {}. {}",
          directory,
          unreadable.getMessage(),
          last == null
              ? "Attributes that its servers vouch for are refused"
              : "What it contained before stays in force");
      return last == null ? Servers.NONE : last;
    }
  }

  private static Servers servers(String vo, Path directory) throws IOException {
    Map<String, LSCInfo> named = new HashMap<>();
    Map<X500Principal, X509Certificate> certificates = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{lsc,pem}")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        try (InputStream in = Files.newInputStream(file)) {
          if (name.endsWith(LSC)) {
            String host = name.substring(0, name.length() - LSC.length());
            named.put(host, new DefaultLSCFileParser().parse(vo, host, in));
          } else {
            X509Certificate server =
                CertificateUtils.loadCertificate(in, CertificateUtils.Encoding.PEM);
            certificates.put(server.getSubjectX500Principal(), server);
          }
        } catch (IOException | VOMSError broken) {
          throw new IOException(name + ": " + broken.getMessage(), broken);
        }
      }
    }
    return new Servers(Map.copyOf(named), Map.copyOf(certificates));
  }

  /** Whether a VO has a directory. */
  boolean has(String vo) {
    return !vo.equals(TOP) && vos.containsKey(vo);
  }

  @Override
  public LSCInfo getLSC(String vo, String host) {
    return vos.getOrDefault(vo, Servers.NONE).named().get(host);
  }

  @Override
  public X509Certificate getAACertificateBySubject(X500Principal subject) {
    return vos.values().stream()
        .map(servers -> servers.certificates().get(subject))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public List<X509Certificate> getLocalAACertificates() {
    return vos.values().stream()
        .flatMap(servers -> servers.certificates().values().stream())
        .toList();
  }

  @Override
  public Map<String, Set<LSCInfo>> getAllLSCInfo() {
    return vos.entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, vo -> Set.copyOf(vo.getValue().named().values())));
  }

  @Override
  public List<String> getLocalTrustedDirectories() {
    return List.of();
  }

  /** It has been read. */
  @Override
  public void loadTrustInformation() {}

  @Override
  public void setStatusListener(VOMSTrustStoreStatusListener listener) {
    throw new UnsupportedOperationException("nothing is told");
  }
}
