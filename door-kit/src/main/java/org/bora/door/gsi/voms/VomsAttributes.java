package org.bora.door.gsi.voms;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bora.api.word.Fqan;

/** The result of verifying the VOMS attribute certificates of a chain. */
public sealed interface VomsAttributes {

  /**
   * All attribute certificates of known VOs are valid; there may be none.
   *
   * @param fqans the primary one first
   * @param validUntil when the first attribute certificate expires; {@link Instant#MAX} without any
   * @param primary the attribute certificate with the primary attribute
   * @param servers certificates of the VOMS servers that vouch for them, and of authorities between
   *     those and a trust anchor
   */
  record Verified(
      List<Fqan> fqans, Instant validUntil, Optional<Source> primary, List<X509Certificate> servers)
      implements VomsAttributes {

    public Verified {
      fqans = List.copyOf(fqans);
      Objects.requireNonNull(validUntil, "validUntil");
      Objects.requireNonNull(primary, "primary");
      servers = List.copyOf(servers);
    }
  }

  /**
   * Who signed attributes.
   *
   * @param vo the virtual organisation
   * @param issuer the VOMS server
   * @param serial of its attribute certificate
   */
  record Source(String vo, X500Principal issuer, BigInteger serial) {

    public Source {
      Objects.requireNonNull(vo, "vo");
      Objects.requireNonNull(issuer, "issuer");
      Objects.requireNonNull(serial, "serial");
    }
  }

  /**
   * At least one attribute certificate of a known VO is invalid.
   *
   * @param reason a sentence for the user
   */
  record Invalid(String reason) implements VomsAttributes {

    public Invalid {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
