package org.bora.api.wire;

/** Names of the services for which a backend reports health (grpc.health.v1). */
public final class HealthNames {

  /**
   * The backend, for frontends of the same generation: NOT_SERVING while it drains or lacks a
   * resource. A backend of another generation answers NOT_FOUND.
   */
  public static final String WHOLE = Methods.GENERATION;

  /**
   * The same for doors, whose callers may have grants (docs/adr/0053). A backend of a release
   * without grants answers NOT_FOUND.
   */
  public static final String FOR_DOORS = Methods.GRANTED;

  /** The same for all other clients. */
  public static final String PROCESS = "";

  /**
   * The calls that the backend has begun. NOT_SERVING when it has lost its database, so that
   * frontends need not wait for them. Backends that do not report it answer NOT_FOUND.
   */
  public static final String CALLS_IN_HAND = "bora.calls-in-hand";

  private HealthNames() {}
}
