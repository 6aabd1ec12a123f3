package org.bora.door.http;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.eclipse.jetty.http.HttpStatus;

/** A request that is not served, with its answer. It has no stack trace. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  /** Where nothing better is known. */
  private static final Duration RETRY_IN = Duration.ofSeconds(10);

  private final int status;
  private final Duration retryIn;
  private final transient Optional<String> code;
  private final transient Optional<SrmStatus> srm;
  private final transient Map<String, String> details;

  /**
   * @param reason a sentence for the client, without physical paths
   */
  public Refused(int status, String reason) {
    this(status, reason, RETRY_IN, Optional.empty(), Optional.empty());
  }

  private Refused(
      int status, String reason, Duration retryIn, Optional<String> code, Optional<SrmStatus> srm) {
    this(status, reason, retryIn, code, srm, Map.of());
  }

  private Refused(
      int status,
      String reason,
      Duration retryIn,
      Optional<String> code,
      Optional<SrmStatus> srm,
      Map<String, String> details) {
    super(Objects.requireNonNull(reason, "reason"), null, false, false);
    this.status = status;
    this.retryIn = retryIn;
    this.code = code;
    this.srm = srm;
    this.details = Collections.unmodifiableMap(details);
  }

  /**
   * The same with one more detail.
   *
   * @param name by which the protocol calls it
   */
  public Refused with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new Refused(status, getMessage(), retryIn, code, srm, more);
  }

  /** The same with another retry time. */
  public Refused retryIn(Duration time) {
    return new Refused(status, getMessage(), time, code, srm, details);
  }

  /** Additional data of the protocol, in the order of addition. */
  public Map<String, String> details() {
    return details;
  }

  /**
   * With the code that a protocol has for it.
   *
   * @param code one word of the protocol
   */
  public static Refused coded(int status, String code, String reason) {
    return new Refused(status, reason, RETRY_IN, Optional.of(code), Optional.empty());
  }

  /** What the protocol calls it; empty where the service did not say. */
  public Optional<String> code() {
    return code;
  }

  /** The engine's reply, if the engine refused. */
  public Optional<SrmStatus> srm() {
    return srm;
  }

  /**
   * No room now.
   *
   * @param own whether others have room
   */
  public static Refused busy(boolean own, String why, Duration retryIn) {
    return new Refused(
        own ? HttpStatus.TOO_MANY_REQUESTS_429 : HttpStatus.SERVICE_UNAVAILABLE_503,
        why + ", retry in " + retryIn.toSeconds() + " s",
        retryIn,
        Optional.empty(),
        Optional.empty());
  }

  /** Whether the same request may be served later. */
  public boolean mayRetry() {
    return status == HttpStatus.SERVICE_UNAVAILABLE_503
        || status == HttpStatus.TOO_MANY_REQUESTS_429;
  }

  /** The retry time, for a request that may be repeated. */
  public Duration retryIn() {
    return retryIn;
  }

  public int status() {
    return status;
  }

  /** What the engine's refusal is in HTTP. */
  public static Refused of(ReturnStatus status) {
    String reason =
        status.explanation().isEmpty() ? status.code().wireName() : status.explanation();
    return new Refused(
        code(status), reason, RETRY_IN, Optional.empty(), Optional.of(status.code()));
  }

  private static int code(ReturnStatus status) {
    return switch (status.code()) {
      case AUTHORIZATION_FAILURE, AUTHENTICATION_FAILURE -> HttpStatus.FORBIDDEN_403;
      case INVALID_PATH -> HttpStatus.NOT_FOUND_404;
      case INVALID_REQUEST -> HttpStatus.BAD_REQUEST_400;
      case DUPLICATION_ERROR -> HttpStatus.PRECONDITION_FAILED_412;
      case NON_EMPTY_DIRECTORY -> HttpStatus.CONFLICT_409;
      case FILE_BUSY -> HttpStatus.LOCKED_423;
      case NO_FREE_SPACE, NO_USER_SPACE, EXCEED_ALLOCATION -> HttpStatus.INSUFFICIENT_STORAGE_507;
      case FILE_LOST, FILE_LIFETIME_EXPIRED -> HttpStatus.GONE_410;
      case NOT_SUPPORTED -> HttpStatus.NOT_IMPLEMENTED_501;
      case FILE_UNAVAILABLE, INTERNAL_ERROR -> HttpStatus.SERVICE_UNAVAILABLE_503;
      default -> HttpStatus.INTERNAL_SERVER_ERROR_500;
    };
  }
}
