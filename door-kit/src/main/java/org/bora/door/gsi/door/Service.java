package org.bora.door.gsi.door;

import jakarta.servlet.Servlet;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.bora.door.gsi.Identity;
import org.bora.door.token.BearerJudge;
import org.bora.door.turl.TurlJudge;
import org.eclipse.jetty.server.Handler;

/**
 * What stands behind the door.
 *
 * @param speaks answers the requests, in whose attributes it finds the caller ({@link Identity})
 *     and what the caller delegated ({@link org.bora.door.gsi.Delegation})
 * @param serves whether a caller is served at all; one who is not gets no key for a delegation.
 *     Asked on the threads that all clients share: must not wait
 */
public record Service(Speaks speaks, Predicate<Identity> serves) {

  /** What is spoken; started and stopped with the door. */
  public sealed interface Speaks {

    /** SRM at {@link GsiDoor#PATH}, with the byte of GSI before HTTP or without. */
    record Srm(Servlet servlet) implements Speaks {
      public Srm {
        Objects.requireNonNull(servlet, "servlet");
      }
    }

    /**
     * HTTP from the first byte on, at every path.
     *
     * @param bodyTimeout from the end of a request's head to the end of its body
     * @param tokens judges bearer tokens
     * @param turls judges transfer URLs; empty where there are none
     */
    record Http(
        Handler handler, Duration bodyTimeout, BearerJudge tokens, Optional<TurlJudge> turls)
        implements Speaks {

      /** Without transfer URLs. */
      public Http(Handler handler, Duration bodyTimeout, BearerJudge tokens) {
        this(handler, bodyTimeout, tokens, Optional.empty());
      }

      public Http {
        Objects.requireNonNull(turls, "turls");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(bodyTimeout, "bodyTimeout");
      }
    }

    /**
     * HTTP from the first byte on, whose handler finds out itself who calls: certificates and
     * tokens mean nothing, and no {@link Identity} is set. The handler bounds what it does before
     * it knows.
     *
     * @param bodyTimeout from the end of a request's head to the end of its body
     */
    record Signed(Handler handler, Duration bodyTimeout) implements Speaks {
      public Signed {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(bodyTimeout, "bodyTimeout");
      }
    }
  }

  public Service {
    Objects.requireNonNull(speaks, "speaks");
    Objects.requireNonNull(serves, "serves");
  }

  /** SRM. */
  public Service(Servlet servlet, Predicate<Identity> serves) {
    this(new Speaks.Srm(servlet), serves);
  }

  /** Whether a client may begin with the byte of GSI. */
  boolean knowsGsi() {
    return speaks instanceof Speaks.Srm;
  }
}
