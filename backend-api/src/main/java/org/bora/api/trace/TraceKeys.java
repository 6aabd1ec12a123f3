package org.bora.api.trace;

/**
 * The attributes of steps. Names without {@code bora} and {@code srm} are those of OpenTelemetry's
 * semantic conventions.
 */
public final class TraceKeys {
  /** The protocol of a call. */
  public static final String SYSTEM = "rpc.system.name";

  /** The operation that was called. */
  public static final String METHOD = "rpc.method";

  /** The subject of the caller. */
  public static final String CALLER = "enduser.id";

  /** Why a step failed: the status of a call, or the class of a Java error. */
  public static final String ERROR = "error.type";

  /** What a part of a step asks, where that is a database. */
  public static final String DATABASE = "db.system.name";

  /** The name of the call in the logs of frontend and backend. */
  public static final String CALL = "bora.call";

  /** Done, queued, refused or failed. */
  public static final String RESULT = "bora.result";

  /** The token of the request that a call belongs to. */
  public static final String TOKEN = "bora.token";

  /** What SRM answers. */
  public static final String STATUS = "srm.status";

  /** The class of the error of the database after which a transaction was repeated. */
  public static final String RETRY_CAUSE = "bora.retry.cause";

  private TraceKeys() {}
}
