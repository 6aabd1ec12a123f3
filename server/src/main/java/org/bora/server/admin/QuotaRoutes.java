package org.bora.server.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRoute;
import org.bora.api.space.QuotaStanding;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.Claimant;
import org.bora.backend.space.QuotaLimits;

/** {@code /v1/quotas}: the quotas of areas, and how much of them one user has used. */
public final class QuotaRoutes {
  private final Locator locator;
  private final Transactions transactions;
  private final Quotas quotas;

  public QuotaRoutes(Locator locator, Transactions transactions, Quotas quotas) {
    this.locator = Objects.requireNonNull(locator, "locator");
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.quotas = Objects.requireNonNull(quotas, "quotas");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.look("/v1/quotas", QuotaLines.class, this::answer));
  }

  /**
   * One quota.
   *
   * @param holder user or vo
   * @param bytes limit of the holder; absent if bytes are not limited
   * @param files limit of the holder; absent if files are not limited
   * @param usedBytes present if the question names an owner
   * @param usedFiles present if the question names an owner
   */
  record QuotaLine(
      String area,
      String holder,
      Optional<Long> bytes,
      Optional<Long> files,
      Optional<Long> usedBytes,
      Optional<Long> usedFiles) {}

  /** The quotas of all areas. */
  record QuotaLines(List<QuotaLine> quotas) {}

  private QuotaLines answer(AdminCall call) {
    Optional<String> dn = call.parameter("dn");
    List<QuotaLine> lines = new ArrayList<>();
    for (StorageArea area : locator.areas()) {
      if (dn.isPresent()) {
        Quotas.Owner owner = Quotas.Owner.of(new Claimant(dn.get(), call.parameter("vo")));
        transactions
            .read(sql -> quotas.standing(sql, area.name(), owner))
            .forEach(standing -> lines.add(line(standing)));
      } else {
        QuotaLimits limits = quotas.limits(area.name());
        add(lines, area.name(), "user", limits.user());
        add(lines, area.name(), "vo", limits.vo());
      }
    }
    return new QuotaLines(lines);
  }

  private static void add(
      List<QuotaLine> lines, String area, String holder, QuotaLimits.Quota quota) {
    if (quota.isLimit()) {
      lines.add(
          new QuotaLine(
              area,
              holder,
              number(quota.bytes()),
              number(quota.files()),
              Optional.empty(),
              Optional.empty()));
    }
  }

  private static QuotaLine line(QuotaStanding standing) {
    return new QuotaLine(
        standing.area(),
        standing.holder().name().toLowerCase(Locale.ROOT),
        number(standing.bytes()),
        number(standing.files()),
        Optional.of(standing.usedBytes()),
        Optional.of(standing.usedFiles()));
  }

  private static Optional<Long> number(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }
}
