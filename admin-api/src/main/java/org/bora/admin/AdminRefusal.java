package org.bora.admin;

import java.util.Objects;

/**
 * A question that is not answered, in words for who asked: what, why, and the way out. Thrown where
 * parameters are read; {@link AdminRoutes} makes the reply of it.
 */
public final class AdminRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String why;
  private final String wayOut;

  /**
   * @param status of HTTP, 400 to 599
   * @param what the order that was not carried out
   * @param why the reason
   * @param wayOut the remedy
   */
  public AdminRefusal(int status, String what, String why, String wayOut) {
    super(Objects.requireNonNull(what, "what"), null, false, false);
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException(status + " is no refusal");
    }
    this.status = status;
    this.why = Objects.requireNonNull(why, "why");
    this.wayOut = Objects.requireNonNull(wayOut, "wayOut");
  }

  /** 400: the request is invalid. */
  public static AdminRefusal mistake(String what, String why, String wayOut) {
    return new AdminRefusal(400, what, why, wayOut);
  }

  /** 404: it is not there. */
  public static AdminRefusal missing(String what, String why, String wayOut) {
    return new AdminRefusal(404, what, why, wayOut);
  }

  /** 409: it is there, and in no state for this. */
  public static AdminRefusal conflict(String what, String why, String wayOut) {
    return new AdminRefusal(409, what, why, wayOut);
  }

  /** As a reply. */
  public AdminReply reply() {
    return AdminReply.error(status, new AdminReply.Problem(getMessage(), why, wayOut));
  }
}
