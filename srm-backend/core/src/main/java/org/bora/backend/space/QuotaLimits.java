package org.bora.backend.space;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Quotas of one user and one virtual organisation in an area, for their files, on disk or tape, and
 * for the announced size of their open puts.
 *
 * @param user for each subject of a certificate or token
 * @param vo for each organisation
 */
public record QuotaLimits(Quota user, Quota vo) {

  /**
   * A quota; an absent value is not limited.
   *
   * @param bytes of files and announced by open puts
   * @param files stored, and open puts
   */
  public record Quota(OptionalLong bytes, OptionalLong files) {
    public static final Quota NONE = new Quota(OptionalLong.empty(), OptionalLong.empty());

    public Quota {
      if (bytes.orElse(1) < 1 || files.orElse(1) < 1) {
        throw new IllegalArgumentException("a quota is at least 1 byte and 1 file");
      }
    }

    public boolean isLimit() {
      return bytes.isPresent() || files.isPresent();
    }
  }

  public QuotaLimits {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(vo, "vo");
  }

  /** No user and no VO has a quota. */
  public static QuotaLimits none() {
    return new QuotaLimits(Quota.NONE, Quota.NONE);
  }

  public boolean isLimit() {
    return user.isLimit() || vo.isLimit();
  }
}
