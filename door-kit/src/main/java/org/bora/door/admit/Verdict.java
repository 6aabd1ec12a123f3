package org.bora.door.admit;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.word.Caller;

/** The decision of admission about a call. */
public sealed interface Verdict extends AutoCloseable {

  /** Distinguished name of the caller, for the log; the text is the peer's own. */
  String dn();

  /** Gives back what the call held; more than once does no harm. */
  @Override
  void close();

  /** The call may run until its deadline. It holds its place until this is closed. */
  final class Admitted implements Verdict {
    private final Caller caller;
    private final Instant deadline;
    private final Runnable giveBack;
    private final AtomicBoolean held = new AtomicBoolean(true);

    public Admitted(Caller caller, Instant deadline, Runnable giveBack) {
      this.caller = Objects.requireNonNull(caller, "caller");
      this.deadline = Objects.requireNonNull(deadline, "deadline");
      this.giveBack = Objects.requireNonNull(giveBack, "giveBack");
    }

    public Caller caller() {
      return caller;
    }

    public Instant deadline() {
      return deadline;
    }

    @Override
    public String dn() {
      return caller.dn();
    }

    @Override
    public void close() {
      if (held.getAndSet(false)) {
        giveBack.run();
      }
    }
  }

  /** The call is not admitted, and holds no place. */
  sealed interface Refused extends Verdict {

    @Override
    default void close() {}
  }

  /**
   * The site does not serve this caller.
   *
   * @param what kind, pattern and place of the ban, for the log only
   */
  record Banned(String dn, String what) implements Refused {

    public Banned {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(what, "what");
    }
  }

  /** The credential proves the identity, but not its claims. */
  record Unproven(String dn, String reason) implements Refused {

    public Unproven {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** The ordered bans are not known yet: no call is served until they are. */
  record NotReady(String dn, Duration retryIn) implements Refused {

    public NotReady {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(retryIn, "retryIn");
    }
  }

  /** Which limit has been reached. */
  enum Full {
    /** All calls, or all transfers, of the server. */
    SERVER,
    /** The connection of the request must end, for its own reason. */
    CONNECTION,
    /** The caller's share of the connections. */
    CONNECTIONS_OF_CALLER,
    /** The caller's share of the calls. */
    CALLS_OF_CALLER,
    /** The caller's share of the transfers. */
    TRANSFERS_OF_CALLER,
    /** The caller's share of the memory for requests. */
    MEMORY_OF_CALLER
  }

  /** There is no room at present. */
  record Busy(String dn, Full full, Duration retryIn) implements Refused {

    public Busy {
      Objects.requireNonNull(dn, "dn");
      Objects.requireNonNull(full, "full");
      Objects.requireNonNull(retryIn, "retryIn");
    }

    /** Whether others have room. */
    public boolean own() {
      return switch (full) {
        case SERVER, CONNECTION -> false;
        case CONNECTIONS_OF_CALLER, CALLS_OF_CALLER, TRANSFERS_OF_CALLER, MEMORY_OF_CALLER -> true;
      };
    }
  }
}
