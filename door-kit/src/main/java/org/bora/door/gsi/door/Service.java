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
 * The service behind the door.
 *
 * @param speaks answers the requests, in whose attributes it finds the caller ({@link Identity})
 *     and what the caller delegated ({@link org.bora.door.gsi.Delegation})
 * @param serves whether a caller is served at all; otherwise it gets no key for a delegation.
 *     Called on threads that all clients share, so it must not wait
 */
public record Service(Speaks speaks, Predicate<Identity> serves) {

  /** The protocol of the service; started and stopped with the door. */
  public sealed interface Speaks {

    /** SRM at {@link GsiDoor#PATH}, with or without the GSI byte before HTTP. */
    record Srm(Servlet servlet) implements Speaks {
      public Srm {
        Objects.requireNonNull(servlet, "servlet");
      }
    }

    /**
     * HTTP from the first byte on, at every path.
     *
     * @param bodyTimeout from the end of a request's head to the end of its body
     * @param tokens verifies bearer tokens
     * @param turls verifies transfer URLs; empty: there are none
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
     * HTTP from the first byte on, with a handler that identifies the caller itself: certificates
     * and tokens are ignored, and no {@link Identity} is set. The handler limits what it does
     * before it knows the caller.
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
