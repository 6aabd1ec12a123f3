package org.bora.door.gsi;

import java.util.Objects;
import org.bora.api.word.Caller;

/**
 * What the GSI door knows about the peer of a connection. It is an attribute of every request of
 * the connection; a peer without a valid certificate chain never gets this far.
 */
public sealed interface Identity {

  /** Name of the servlet request attribute that holds the Identity. */
  String ATTRIBUTE = "org.bora.frontend.identity";

  /** The distinguished name of the end-entity certificate. */
  String dn();

  /** A verified caller. */
  record Known(Caller caller) implements Identity {

    public Known {
      Objects.requireNonNull(caller, "caller");
    }

    @Override
    public String dn() {
      return caller.dn();
    }
  }

  /**
   * The chain is valid, but its VOMS attributes are not (forged, expired, stolen, or of a server
   * without an LSC file). The answer is given in the protocol, so that the user learns why.
   *
   * @param reason a sentence for the user, with the remedy
   */
  record Rejected(String dn, String reason) implements Identity {

    public Rejected {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
