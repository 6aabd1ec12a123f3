package org.bora.door.gsi.voms;

import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.word.Fqan;
import org.bora.api.word.LogText;
import org.bora.door.gsi.voms.VomsAttributes.Source;
import org.italiangrid.voms.VOMSAttribute;
import org.italiangrid.voms.ac.VOMSACValidator;
import org.italiangrid.voms.ac.VOMSValidationResult;
import org.italiangrid.voms.ac.impl.DefaultVOMSValidationStrategy;
import org.italiangrid.voms.ac.impl.DefaultVOMSValidator;
import org.italiangrid.voms.error.VOMSValidationErrorMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks VOMS attribute certificates against the LSC files of one reading of the vomsdir. The
 * certificates of the proxy nearest to the leaf that carries any count, so a delegated proxy keeps
 * the attributes of the one it was made from.
 *
 * <p>Immutable and safe for use by many threads; blocks only for the signature checks. Pass only
 * verified chains: it does not verify them again.
 */
public final class VomsVerifier {

  private static final Logger LOG = LoggerFactory.getLogger(VomsVerifier.class);

  private final VoDirectories vos;
  private final VOMSACValidator validator;

  private VomsVerifier(VoDirectories vos, X509CertChainValidatorExt chains) {
    this.vos = vos;
    this.validator =
        new DefaultVOMSValidator.Builder()
            .validationStrategy(new AttributeChecks(new DefaultVOMSValidationStrategy(vos, chains)))
            .build();
  }

  /**
   * Reads the vomsdir: one directory per VO with its LSC files (and, as of old, certificates of
   * VOMS servers).
   *
   * @param vomsDir a missing directory is an empty one: a site without VOs
   * @param chains verifies the certificates of the VOMS servers
   * @throws IOException when the directory cannot be read
   */
  public static VomsVerifier read(Path vomsDir, X509CertChainValidatorExt chains)
      throws IOException {
    return new VomsVerifier(VoDirectories.read(vomsDir, VoDirectories.none()), chains);
  }

  /**
   * The same after this one. What cannot be read stays as it was: revocation lists that were read
   * at the same time must count.
   */
  public VomsVerifier readAgain(Path vomsDir, X509CertChainValidatorExt chains) {
    try {
      return new VomsVerifier(VoDirectories.read(vomsDir, vos), chains);
    } catch (IOException | DirectoryIteratorException unreadable) {
      LOG.error(
          "the VOMS directory {} cannot be read, what it contained before stays in force: {}",
          vomsDir,
          unreadable.toString());
      return new VomsVerifier(vos, chains);
    }
  }

  /** Checks the attribute certificates of a chain, the leaf first, that has been verified. */
  public VomsAttributes verify(X509Certificate[] chain) {
    List<VOMSValidationResult> results;
    try {
      results = validator.validateWithResult(chain);
    } catch (RuntimeException e) {
      // What cannot be parsed cannot be attributed to a VO either: it is a forgery or rubbish.
      // The library's own words (it stumbles over null) are for the log, not for the client.
      LOG.info("VOMS attributes cannot be read: {}", LogText.of(String.valueOf(e)));
      return new VomsAttributes.Invalid("The VOMS attributes cannot be read.");
    }
    List<Fqan> fqans = new ArrayList<>();
    Instant validUntil = Instant.MAX;
    Optional<Source> primary = Optional.empty();
    List<X509Certificate> servers = new ArrayList<>();
    for (VOMSValidationResult result : results) {
      VOMSAttribute attributes = result.getAttributes();
      String vo = attributes.getVO();
      if (!vos.has(vo)) {
        continue;
      }
      if (!result.isValid()) {
        return new VomsAttributes.Invalid(reason(vo, result));
      }
      for (String text : attributes.getFQANs()) {
        Fqan fqan = readFqan(text);
        if (fqan == null || !fqan.vo().equals(vo)) {
          return new VomsAttributes.Invalid(
              "The VOMS server of " + vo + " may not vouch for the attribute " + text + ".");
        }
        fqans.add(fqan);
      }
      primary = primary.isPresent() || fqans.isEmpty() ? primary : Optional.of(source(attributes));
      Instant end = attributes.getNotAfter().toInstant();
      validUntil = end.isBefore(validUntil) ? end : validUntil;
      servers.addAll(servers(attributes));
    }
    return new VomsAttributes.Verified(fqans, validUntil, primary, servers);
  }

  /** The certificates in the attribute certificate, or else the one in the vomsdir. */
  private List<X509Certificate> servers(VOMSAttribute attributes) {
    X509Certificate[] sent = attributes.getAACertificates();
    return sent != null && sent.length > 0
        ? List.of(sent)
        : Stream.ofNullable(vos.getAACertificateBySubject(attributes.getIssuer())).toList();
  }

  private static Source source(VOMSAttribute attributes) {
    return new Source(
        attributes.getVO(), attributes.getIssuer(), attributes.getVOMSAC().getSerialNumber());
  }

  private static Fqan readFqan(String text) {
    try {
      return Fqan.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String reason(String vo, VOMSValidationResult result) {
    String errors =
        result.getValidationErrors().stream()
            .map(VOMSValidationErrorMessage::getMessage)
            .collect(Collectors.joining("; "))
            .replaceAll("\\.+$", "");
    return "The VOMS attributes of "
        + vo
        + " in your proxy do not hold: "
        + errors
        + ". Make a new proxy with voms-proxy-init.";
  }
}
