package org.bora.backend.allowance;

import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * A caller or an organisation would exceed its limit in an area. Thrown inside a transaction, which
 * must end with it.
 */
public final class Excess extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String area;
  private final transient Holding left;
  private final transient ReturnStatus status;
  private final boolean ofQuota;

  private Excess(String message, String area, Holding left, ReturnStatus status, boolean ofQuota) {
    super(message);
    this.area = Objects.requireNonNull(area, "area");
    this.left = left;
    this.status = status;
    this.ofQuota = ofQuota;
  }

  static Excess ofPuts(String area, String who, Holding wanted, Holding held, Holding most) {
    return new Excess(
        "the open puts of " + who + " hold " + held + " of " + most + " in area " + area,
        area,
        most.minus(held),
        ReturnStatus.of(
            SrmStatus.EXCEED_ALLOCATION,
            "%s in area %s: finish or abort some".formatted(rule(who, wanted, held, most), area)),
        false);
  }

  static Excess ofQuota(String area, String quota, Holding wanted, Holding held, Holding most) {
    String rule =
        held.files() + wanted.files() > most.files()
            ? "%d of %d files are there".formatted(held.files(), most.files())
            : "%d of %d bytes are taken, and %d more do not fit"
                .formatted(held.bytes(), most.bytes(), wanted.bytes());
    return new Excess(
        quota + " holds " + held + " of " + most + " in area " + area,
        area,
        most.minus(held),
        ReturnStatus.of(
            SrmStatus.NO_USER_SPACE,
            "%s in area %s would be exceeded: %s".formatted(quota, area, rule)),
        true);
  }

  /** Whether it is a quota of files, rather than a limit of open puts. */
  public boolean isOfQuota() {
    return ofQuota;
  }

  private static String rule(String who, Holding wanted, Holding held, Holding most) {
    return held.files() + wanted.files() > most.files()
        ? "%s has %d of %d open puts".formatted(who, held.files(), most.files())
        : "the open puts of %s have announced %d of %d bytes"
            .formatted(who, held.bytes(), most.bytes());
  }

  /** The name of the area. */
  public String area() {
    return area;
  }

  /** What may still be taken; negative where a limit was lowered. */
  public Holding left() {
    return left;
  }

  /** The answer for a file that exceeds a quota. gfal2 reports EDQUOT for it. */
  public ReturnStatus status() {
    return status;
  }
}
