package org.bora.api.wire;

/** For what a backend tells its health (grpc.health.v1). */
public final class HealthNames {

  /** The backend: it is NOT_SERVING while it drains, and while something that it needs is away. */
  public static final String WHOLE = "";

  /**
   * The calls that it has begun: they are NOT_SERVING where it has lost its database, so that
   * nobody need wait for them. An older backend does not know the name.
   */
  public static final String CALLS_IN_HAND = "bora.calls-in-hand";

  private HealthNames() {}
}
