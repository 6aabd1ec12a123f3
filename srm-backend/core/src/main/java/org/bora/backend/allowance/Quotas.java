package org.bora.backend.allowance;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.zip.CRC32;
import org.bora.api.space.QuotaStanding;
import org.bora.backend.request.Claimant;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps users and organisations within their quotas in an area, for any number of backends and any
 * door.
 *
 * <p>As for open puts ({@link PutAllowance}), the rows of files and open puts are the truth, and a
 * credit is kept beside them. For each holder, credit, files and open puts together never exceed
 * the quota at a commit. A put takes from the credit. A removed file or an ended put gives nothing
 * back, so this cannot be forgotten. If the credit is used up, the put locks all of it and counts
 * the files and puts of the holder in one statement, which sees a single moment: a put that becomes
 * a file meanwhile is counted once.
 *
 * <p>For a holder at its quota, every put would count its files. So a refusal is repeated without a
 * new count for twenty times as long as the count took, and counting takes at most a twentieth of a
 * backend's time for one holder. This time is limited by what such a number of files needs, because
 * on a busy machine the count of a few files may take a second, and a holder that has made room
 * should not be refused for that. Thread safe.
 */
public final class Quotas {
  private static final long REST = 20;
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  /** What a count takes longer is the wait for a busy machine: it reads rows of an index. */
  private static final long LEAST_FILES_PER_MILLI = 1000;

  /** Not so much that sums could overflow. */
  private static final long UNLIMITED = Long.MAX_VALUE / 4;

  /** Counts that are remembered. */
  private static final int MOST_REMEMBERED = 10_000;

  private final CreditTable credits = new CreditTable();
  private final QuotaTable table = new QuotaTable();
  private final SpaceBooks books;
  private final SpaceSettings settings;
  private final LongSupplier millis;
  private final ConcurrentMap<UUID, Counted> refusals = new ConcurrentHashMap<>();
  private final ConcurrentMap<UUID, Counted> counts = new ConcurrentHashMap<>();

  /**
   * @param millis of a clock
   */
  public Quotas(SpaceBooks books, LongSupplier millis) {
    this.books = Objects.requireNonNull(books, "books");
    this.settings = books.settings();
    this.millis = Objects.requireNonNull(millis, "millis");
  }

  /** The owner whose files are counted. */
  public record Owner(String dn, UUID caller, Optional<UUID> vo) {
    public static Owner of(Claimant claimant) {
      return new Owner(claimant.dn(), claimant.callerKey(), claimant.voKey());
    }
  }

  /**
   * The result of a count.
   *
   * @param held use; after a refusal, without what was refused
   * @param until when the count is used again
   */
  private record Counted(Holding held, long until) {}

  /**
   * A user or organisation with a quota.
   *
   * @param credit name of its credit, which differs from that of open puts
   * @param count counts its current use
   */
  private record Holder(
      UUID credit, QuotaStanding.Holder kind, Holding most, Function<JdbcClient, Holding> count) {}

  /** Whether any quota applies in an area. */
  public boolean isLimited(String area) {
    return limits(area).isLimit();
  }

  /** The quotas of an area. */
  public QuotaLimits limits(String area) {
    return settings.of(area).quotas();
  }

  /** Whose puts these are, by their uploads. */
  public Map<UUID, Owner> owners(JdbcClient sql, List<UUID> uploads) {
    Map<UUID, Owner> owners = new TreeMap<>();
    if (!uploads.isEmpty()) {
      table
          .owners(sql, uploads)
          .forEach(one -> owners.put(one.upload(), new Owner(one.dn(), one.caller(), one.vo())));
    }
    return owners;
  }

  /**
   * Charges the files that this transaction has inserted to the quotas; one statement per quota
   * while there is credit, and none without quotas.
   *
   * @param wanted by area name; the rows are already in the database
   * @throws Excess if a quota would be exceeded; the transaction must be rolled back
   */
  public void take(JdbcClient sql, Owner owner, Map<String, Holding> wanted) {
    new TreeMap<>(wanted)
        .forEach(
            (area, holding) ->
                holders(area, owner).forEach(holder -> take(sql, area, holder, holding)));
  }

  private List<Holder> holders(String area, Owner owner) {
    QuotaLimits limits = limits(area);
    List<Holder> holders = new ArrayList<>();
    if (limits.user().isLimit()) {
      holders.add(
          new Holder(
              credit(area, owner.caller()),
              QuotaStanding.Holder.USER,
              most(limits.user()),
              sql -> table.ofUser(sql, area, owner.dn(), owner.caller())));
    }
    if (limits.vo().isLimit()) {
      owner
          .vo()
          .ifPresent(
              vo ->
                  holders.add(
                      new Holder(
                          credit(area, vo),
                          QuotaStanding.Holder.VO,
                          most(limits.vo()),
                          sql -> table.ofVo(sql, area, vo))));
    }
    return holders;
  }

  private static UUID credit(String area, UUID holder) {
    return Claimant.keyOf("quota " + area + " " + holder);
  }

  private static Holding most(Quota quota) {
    return new Holding(quota.files().orElse(UNLIMITED), quota.bytes().orElse(UNLIMITED));
  }

  private void take(JdbcClient sql, String area, Holder holder, Holding wanted) {
    int share = books.promise(SpaceBooks.ownSpace(area), 0).share();
    long terms = terms(holder.most());
    if (credits.take(sql, area, List.of(holder.credit()), share, terms, wanted)) {
      return;
    }
    refuseAsBefore(area, holder, wanted);
    credits.make(sql, area, holder.credit(), settings.shares());
    credits.lock(sql, area, holder.credit());
    long begun = millis.getAsLong();
    Holding held = holder.count().apply(sql);
    long took = millis.getAsLong() - begun;
    if (!held.isWithin(holder.most())) {
      Holding others = held.minus(wanted);
      remember(refusals, holder, others, took);
      throw excess(area, holder, wanted, others);
    }
    refusals.remove(holder.credit());
    Holding left = holder.most().minus(held);
    credits.set(sql, area, holder.credit(), settings.shares(), share, terms, left);
  }

  private static long terms(Holding most) {
    CRC32 sum = new CRC32();
    sum.update(("quota " + most).getBytes(StandardCharsets.UTF_8));
    return sum.getValue() + 1; // 0 is the credit of a row that was never counted
  }

  private void refuseAsBefore(String area, Holder holder, Holding wanted) {
    Counted known = refusals.get(holder.credit());
    if (known != null
        && millis.getAsLong() - known.until() < 0
        && !known.held().plus(wanted).isWithin(holder.most())) {
      throw excess(area, holder, wanted, known.held());
    }
  }

  private void remember(
      ConcurrentMap<UUID, Counted> where, Holder holder, Holding held, long took) {
    long now = millis.getAsLong();
    if (where.size() >= MOST_REMEMBERED) {
      where.values().removeIf(known -> known.until() - now <= 0);
    }
    long rest = rest(took, held.files());
    if (rest > 0 && where.size() < MOST_REMEMBERED) {
      where.put(holder.credit(), new Counted(held, now + rest));
    }
  }

  /**
   * For how many milliseconds a count is believed.
   *
   * @param took milliseconds
   * @param files that were counted
   */
  static long rest(long took, long files) {
    long cost = Math.min(took, files / LEAST_FILES_PER_MILLI);
    return Math.min(cost * REST, LONGEST_REST.toMillis());
  }

  private static Excess excess(String area, Holder holder, Holding wanted, Holding held) {
    String name =
        holder.kind() == QuotaStanding.Holder.USER
            ? "the quota of this user"
            : "the quota of this organisation";
    return Excess.ofQuota(area, name, wanted, held, holder.most());
  }

  /** An owner's use and quotas in an area; empty if no quota applies. */
  public List<QuotaStanding> standing(JdbcClient sql, String area, Owner owner) {
    QuotaLimits limits = limits(area);
    return holders(area, owner).stream()
        .map(
            holder -> {
              Holding held = counted(sql, holder);
              Quota most = holder.kind() == QuotaStanding.Holder.USER ? limits.user() : limits.vo();
              return new QuotaStanding(
                  area, holder.kind(), held.bytes(), held.files(), most.bytes(), most.files());
            })
        .toList();
  }

  /**
   * At most as old as twenty times the duration of a count, so a caller that asks in a loop costs
   * at most a twentieth of the time.
   */
  private Holding counted(JdbcClient sql, Holder holder) {
    Counted known = counts.get(holder.credit());
    if (known != null && millis.getAsLong() - known.until() < 0) {
      return known.held();
    }
    long begun = millis.getAsLong();
    Holding held = holder.count().apply(sql);
    remember(counts, holder, held, millis.getAsLong() - begun);
    return held;
  }

  /**
   * Files of this area were entered that no put has taken credit for: all holders are counted anew
   * before they get any.
   */
  public static void countAnew(JdbcClient sql, String area) {
    new CreditTable().spend(sql, area);
  }
}
