package org.bora.door.gsi.trust;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;

/** The decision about a certificate chain. */
public sealed interface ChainVerdict {

  /**
   * The chain is valid.
   *
   * @param dn of the end-entity certificate, slash form
   * @param issuer of the end-entity certificate, slash form
   * @param fqans verified VOMS attributes, the primary one first
   * @param rejection why the VOMS attributes are invalid; empty if they are valid
   * @param credential further facts; it expires with the first certificate of the chain, attributes
   *     included
   * @param until when the chain must be verified again: the verdict reaches its maximum age, or a
   *     certificate, attribute or revocation list behind it expires
   */
  record Accepted(
      String dn,
      String issuer,
      List<Fqan> fqans,
      String rejection,
      Credential credential,
      Instant until)
      implements ChainVerdict {

    public Accepted {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(issuer, "issuer");
      Objects.requireNonNull(rejection, "rejection");
      Objects.requireNonNull(credential, "credential");
      Objects.requireNonNull(until, "until");
      fqans = List.copyOf(fqans);
    }

    /** Who is there, calling from {@code host}. */
    public Identity identity(String host) {
      return rejection.isEmpty()
          ? new Identity.Known(new Caller(dn, issuer, fqans, host))
          : new Identity.Rejected(dn, rejection);
    }
  }

  /**
   * The chain is not valid; the handshake fails.
   *
   * @param reason a sentence for the log
   */
  record Refused(Refusal cause, String reason) implements ChainVerdict {

    public Refused {
      Objects.requireNonNull(cause, "cause");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
