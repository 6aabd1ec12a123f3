package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.CrlCheckingMode;
import eu.emi.security.authn.x509.NamespaceCheckingMode;
import eu.emi.security.authn.x509.OCSPCheckingMode;
import eu.emi.security.authn.x509.OCSPParametes;
import eu.emi.security.authn.x509.ProxySupport;
import eu.emi.security.authn.x509.RevocationParameters;
import eu.emi.security.authn.x509.StoreUpdateListener;
import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import eu.emi.security.authn.x509.impl.OpensslCertChainValidator;
import eu.emi.security.authn.x509.impl.ValidatorParams;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bora.door.gsi.voms.VomsVerifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trust anchors, CRLs, signing policies and LSC files in force. A change on disk makes a new
 * generation, which is read completely before it replaces the old one. If it cannot be read, the
 * old one stays in force.
 *
 * <p>{@link #inForce} never blocks. {@link #refresh} reads files: call it from one background
 * thread at a time.
 */
public final class TrustAnchors {

  private static final Logger LOG = LoggerFactory.getLogger(TrustAnchors.class);

  /** canl's own reloading is off: its stores change one file at a time, ours as a whole. */
  private static final long NO_RELOAD_BY_CANL = -1;

  /**
   * One reading of the directories.
   *
   * @param number grows by one with each reading
   */
  record Generation(
      long number, X509CertChainValidatorExt chains, RevocationLists lists, VomsVerifier voms) {}

  private final TrustSettings settings;
  private final Clock clock;
  private final Set<X500Principal> ranOut = new HashSet<>();
  private volatile Generation inForce;
  private DirectoryState seen;

  /**
   * Reads the directories.
   *
   * @param clock for the expiry of revocation lists
   * @throws IOException if the directory of certificates is missing or cannot be read
   */
  public TrustAnchors(TrustSettings settings, Clock clock) throws IOException {
    this.settings = settings;
    this.clock = clock;
    if (!Files.isDirectory(settings.certificates())) {
      throw new IOException(
          "the directory of trust anchors is not there: " + settings.certificates());
    }
    this.seen = state();
    this.inForce = read(1, RevocationLists.none());
    tellWhatRanOut();
  }

  Generation inForce() {
    return inForce;
  }

  /** Files of revocation lists that cannot be used: an older list, or none, is in force instead. */
  public int unusableLists() {
    return inForce.lists().unusable();
  }

  /** Authorities whose revocation lists have run out: all their certificates are refused. */
  public int expiredLists() {
    return inForce.lists().expired(clock.instant());
  }

  /** The first expiry of the lists in force; empty if there are none. */
  public Optional<Instant> firstListEnd() {
    return inForce.lists().ends().values().stream().min(Comparator.naturalOrder());
  }

  /** Makes a new generation when a file of the directories changed; true when it did. */
  public synchronized boolean refresh() {
    boolean changed = reread();
    tellWhatRanOut();
    return changed;
  }

  private boolean reread() {
    try {
      DirectoryState now = state();
      if (now.equals(seen)) {
        return false;
      }
      Generation next = read(inForce.number() + 1, inForce.lists());
      // A file that changed while we read belongs to the next generation: "seen" is from before.
      seen = now;
      inForce = next;
      LOG.info(
          "trust anchors reloaded: generation {}, {} authorities",
          next.number(),
          next.chains().getTrustedIssuers().length);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "trust anchors not reloaded, generation {} stays in force: {}",
          inForce.number(),
          e.getMessage(),
          e);
      return false;
    }
  }

  /** Once for each list, and again when it ran out once more. */
  private void tellWhatRanOut() {
    Instant now = clock.instant();
    RevocationLists lists = inForce.lists();
    for (X500Principal authority : lists.ends().keySet()) {
      Optional<Instant> end = lists.ranOut(authority, now);
      if (end.isEmpty()) {
        ranOut.remove(authority);
      } else if (ranOut.add(authority)) {
        LOG.error(
            "the revocation list of {} in {} expired at {}: certificates of this authority are"
                + " refused until it is renewed (fetch-crl)",
            SlashName.of(authority),
            settings.certificates(),
            end.get());
      }
    }
  }

  private DirectoryState state() throws IOException {
    return DirectoryState.of(List.of(settings.certificates(), settings.vomsDir()));
  }

  private Generation read(long number, RevocationLists before) throws IOException {
    var revocation =
        new RevocationParameters(crlMode(), new OCSPParametes(OCSPCheckingMode.IGNORE));
    var parameters =
        new ValidatorParams(revocation, ProxySupport.ALLOW, List.of(TrustAnchors::logLoading));
    var chains =
        new OpensslCertChainValidator(
            settings.certificates().toString(),
            true,
            namespaceMode(),
            NO_RELOAD_BY_CANL,
            parameters,
            false);
    if (chains.getTrustedIssuers().length == 0) {
      LOG.warn("no trust anchor in {}: every caller will be refused", settings.certificates());
    }
    return new Generation(
        number,
        chains,
        settings.crls() == TrustSettings.Crls.IGNORE
            ? RevocationLists.none()
            : RevocationLists.read(settings.certificates(), chains.getTrustedIssuers(), before),
        inForce == null
            ? VomsVerifier.read(settings.vomsDir(), chains)
            : inForce.voms().readAgain(settings.vomsDir(), chains));
  }

  private static void logLoading(
      String location, String type, StoreUpdateListener.Severity severity, Exception cause) {
    if (severity != StoreUpdateListener.Severity.NOTIFICATION) {
      LOG.warn("{} {}: {}", type, location, cause == null ? severity : cause.getMessage());
    }
  }

  /**
   * That an authority must have a list is for {@link RevocationLists}, which keeps the last good.
   */
  private CrlCheckingMode crlMode() {
    return switch (settings.crls()) {
      case REQUIRE, IF_PRESENT -> CrlCheckingMode.IF_VALID;
      case IGNORE -> CrlCheckingMode.IGNORE;
    };
  }

  private NamespaceCheckingMode namespaceMode() {
    return switch (settings.namespaces()) {
      case EUGRIDPMA_THEN_GLOBUS -> NamespaceCheckingMode.EUGRIDPMA_GLOBUS;
      case GLOBUS_THEN_EUGRIDPMA -> NamespaceCheckingMode.GLOBUS_EUGRIDPMA;
      case REQUIRE -> NamespaceCheckingMode.EUGRIDPMA_GLOBUS_REQUIRE;
      case IGNORE -> NamespaceCheckingMode.IGNORE;
    };
  }
}
