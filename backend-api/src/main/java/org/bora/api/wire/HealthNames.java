package org.bora.api.wire;

/** For what a backend tells its health (grpc.health.v1). */
public final class HealthNames {

  /** The backend: it is NOT_SERVING while it drains, and while something that it needs is away. */
  public static final String WHOLE = "";

  /**
   * The calls that the backend has begun. NOT_SERVING when it has lost its database, so that
   * frontends need not wait for them. Backends that do not report it answer NOT_FOUND.
   */
  public static final String CALLS_IN_HAND = "bora.calls-in-hand";

  private HealthNames() {}
}
