package org.bora.door.gsi.trust;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;

/** What the door decided about a certificate chain. */
public sealed interface ChainVerdict {

  /**
   * The chain is good.
   *
   * @param dn of the end-entity certificate, slash form
   * @param issuer of the end-entity certificate, slash form
   * @param fqans verified VOMS attributes, the primary one first
   * @param rejection why the VOMS attributes do not hold; empty when they do
   * @param credential what else there is to tell of it; it ends when the first certificate of the
   *     chain ends, attributes included
   * @param until when the chain must be verified anew: the verdict has reached its age, or a
   *     certificate, an attribute or a revocation list that it rests on ends
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
   * The chain is not good; the handshake fails.
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
