package org.bora.port;

import java.util.Optional;
import java.util.function.Consumer;

/** A connection of {@link OpenConnections}, whose lock guards its changes. Only equal to itself. */
public final class Visitor {

  /** Name of the attribute of an HTTP connection that holds its visitor. */
  public static final String ATTRIBUTE = "org.bora.door.visitor";

  /** The stage of a connection. */
  enum Stage {
    /** No request yet. */
    NEW,
    /** Between two requests, the first one included. */
    IDLE,
    /** The head of its next request has begun to arrive. */
    HEADING,
    /** The service waits for more bytes of a request. */
    SENDING,
    /** A request of it is being served. */
    BUSY,
    /** The service waits until the client has taken more of an answer. */
    TAKING,
    /** It was idle for too long: nothing more is read of it, and its client has a moment to go. */
    LEAVING,
    /** It has ended, or was told to. */
    GONE
  }

  private final Optional<AddressBlock> address;
  private final Consumer<String> end;
  private Consumer<String> late;
  private Optional<String> caller = Optional.empty();
  private boolean warned;
  private Stage stage = Stage.NEW;
  private boolean counted;
  private long deadlineNanos;
  private long sinceNanos;

  /**
   * @param address whose bounds it counts against; empty for a balancer's
   * @param end ends the connection, with the reason for the log
   */
  public Visitor(Optional<AddressBlock> address, Consumer<String> end) {
    this.address = address;
    this.end = end;
    this.late = end;
  }

  /**
   * From now on there is HTTP on the connection.
   *
   * @param late fails the read of a request that does not arrive in time, with the reason
   */
  public void beginHttp(Consumer<String> late) {
    this.late = late;
  }

  /** Against whose bounds it counts; empty for a balancer's. */
  public Optional<AddressBlock> address() {
    return address;
  }

  /** Whose it is; empty until that is known. */
  Optional<String> caller() {
    return caller;
  }

  void belongsTo(String known) {
    caller = Optional.of(known);
  }

  /** Without the lock: it closes a connection and writes a line. */
  void end(String reason) {
    end.accept(reason);
  }

  /** Without the lock: fails the read of the request that is late. */
  void fail(String reason) {
    late.accept(reason);
  }

  /** True once for each request: its read is failed first, then the connection ends. */
  boolean warn() {
    boolean first = !warned;
    warned = true;
    return first;
  }

  Stage stage() {
    return stage;
  }

  void enter(Stage next, long nanos) {
    stage = next;
    sinceNanos = nanos;
    warned &= next == Stage.SENDING;
  }

  /** When it reached its present stage, or the stage was confirmed. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** It takes a place. */
  void take() {
    counted = true;
  }

  /**
   * True once, if it took one: its place is given back when the connection is closed, which may be
   * told twice.
   */
  boolean giveBack() {
    boolean was = counted;
    counted = false;
    return was;
  }

  /**
   * Until when HTTP must have begun, a request have arrived whole, or an answer been taken; of the
   * clock that {@link OpenConnections} asks.
   */
  long deadlineNanos() {
    return deadlineNanos;
  }

  void allowUntil(long nanos) {
    deadlineNanos = nanos;
  }
}
