package org.bora.backend.allowance;

import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * A caller or an organisation would hold more of an area than it may. Thrown inside a transaction,
 * which must end with it.
 */
public final class Excess extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String area;
  private final transient Holding left;
  private final transient ReturnStatus status;

  Excess(String area, String who, Holding wanted, Holding held, Holding most) {
    super("the open puts of " + who + " hold " + held + " of " + most + " in area " + area);
    this.area = Objects.requireNonNull(area, "area");
    this.left = most.minus(held);
    this.status =
        ReturnStatus.of(
            SrmStatus.EXCEED_ALLOCATION,
            "%s in area %s: finish or abort some".formatted(rule(who, wanted, held, most), area));
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

  /** What a file that does not fit is told. gfal2 makes EDQUOT of it. */
  public ReturnStatus status() {
    return status;
  }
}
