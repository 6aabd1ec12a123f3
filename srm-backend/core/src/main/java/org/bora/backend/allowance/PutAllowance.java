package org.bora.backend.allowance;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.CRC32;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.Claimant;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.Percent;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps the open puts in an area within the limits of the caller and of the caller's organisation,
 * for any number of backends.
 *
 * <p>The rows of the open puts are the truth. Beside them is a credit: how much may be taken before
 * they are counted again. For each holder, credit and open puts together never exceed the limit at
 * a commit. A put takes from the credit in the transaction that enters its files. The end of a put
 * gives nothing back, so it cannot be forgotten: at the next count its row no longer counts. If the
 * credit is used up, the put locks all of it, counts the open puts of the holder, including its own
 * rows, and renews the credit. The caller's credit comes first, so that a caller at the limit never
 * locks the credit of an organisation.
 *
 * <p>The credit is divided into shares, like the counters of a space, so that the puts of an
 * organisation do not wait for each other. A put locks credit after its own rows and before the
 * shares of its space. Thread safe.
 */
public final class PutAllowance {
  private static final Logger LOG = LoggerFactory.getLogger(PutAllowance.class);

  /** How long the size of a filesystem is believed; few ever change. */
  private static final Duration BELIEVED = Duration.ofMinutes(1);

  private final CreditTable credits = new CreditTable();
  private final SpaceBooks books;
  private final SpaceSettings settings;
  private final ConcurrentMap<String, Known> sizes = new ConcurrentHashMap<>();

  private record Known(long bytes, Instant at) {}

  /**
   * The current limits of one area.
   *
   * @param terms distinguishes limits under different settings
   */
  private record Limits(StorageArea area, Holding caller, Holding vo, long terms) {}

  public PutAllowance(SpaceBooks books) {
    this.books = Objects.requireNonNull(books, "books");
    this.settings = books.settings();
  }

  /** The limits as they are now, for one request; may ask filesystems, and is no transaction. */
  public Turn turn(Claimant claimant, Iterable<StorageArea> areas, Instant now) {
    Map<String, Limits> limits = new TreeMap<>();
    areas.forEach(area -> limits.computeIfAbsent(area.name(), none -> limits(area, now)));
    return new Turn(claimant, limits);
  }

  private Limits limits(StorageArea area, Instant now) {
    OptionalLong size = settings.of(area.name()).size();
    HolderLimits puts = settings.of(area.name()).puts();
    long whole = size.isPresent() ? size.getAsLong() : total(area, now);
    return new Limits(
        area,
        new Holding(puts.openPerCaller(), Percent.of(whole, puts.percentPerCaller())),
        new Holding(puts.openPerVo(), Percent.of(whole, puts.percentPerVo())),
        terms(puts + " " + size));
  }

  private static long terms(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return sum.getValue() + 1; // 0 is the credit of a row that was never counted
  }

  /** A filesystem that does not tell limits nothing: the puts themselves will hear of it. */
  private long total(StorageArea area, Instant now) {
    Known known = sizes.get(area.name());
    if (known != null && now.isBefore(known.at().plus(BELIEVED))) {
      return known.bytes();
    }
    try {
      long bytes = area.tree().space().total();
      sizes.put(area.name(), new Known(bytes, now));
      return bytes;
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.warn("area {}: its size is not known: {}", area.name(), e.getMessage(), e);
      }
      return known == null ? Long.MAX_VALUE : known.bytes();
    }
  }

  /** The limits of one request. */
  public final class Turn {
    private final Claimant claimant;
    private final Map<String, Limits> limits;

    private Turn(Claimant claimant, Map<String, Limits> limits) {
      this.claimant = claimant;
      this.limits = limits;
    }

    /** Whose limits they are. */
    public Claimant claimant() {
      return claimant;
    }

    /**
     * Takes what files hold that this transaction has entered; one statement for each area while
     * there is credit.
     *
     * @param wanted by the names of areas
     * @throws Excess where it would be too much; the transaction must be rolled back
     */
    public void take(JdbcClient sql, Map<String, Holding> wanted) {
      new TreeMap<>(wanted).forEach((area, holding) -> take(sql, limits.get(area), holding));
    }

    private void take(JdbcClient sql, Limits most, Holding wanted) {
      String area = most.area().name();
      UUID space = SpaceBooks.ownSpace(most.area());
      int share = books.promise(space, wanted.bytes()).share();
      List<UUID> holders = new ArrayList<>(List.of(claimant.callerKey()));
      claimant.voKey().ifPresent(holders::add);
      if (!credits.take(sql, area, holders, share, most.terms(), wanted)) {
        UUID caller = claimant.callerKey();
        lock(sql, area, caller);
        Holding own = credits.ofCaller(sql, area, space, caller);
        renew(sql, most, new Count(caller, "this caller", own, most.caller()), wanted, share);
        claimant
            .voKey()
            .ifPresent(
                vo -> {
                  lock(sql, area, vo);
                  Holding all = credits.ofVo(sql, area, space, vo);
                  String name = "organisation " + claimant.vo().orElseThrow();
                  renew(sql, most, new Count(vo, name, all, most.vo()), wanted, share);
                });
      }
    }

    private void lock(JdbcClient sql, String area, UUID holder) {
      credits.make(sql, area, holder, settings.shares());
      credits.lock(sql, area, holder);
    }

    private void renew(JdbcClient sql, Limits most, Count count, Holding wanted, int share) {
      String area = most.area().name();
      if (!count.held().isWithin(count.most())) {
        throw Excess.ofPuts(area, count.name(), wanted, count.held().minus(wanted), count.most());
      }
      Holding left = count.most().minus(count.held());
      credits.set(sql, area, count.holder(), settings.shares(), share, most.terms(), left);
    }
  }

  /**
   * The count of one holder.
   *
   * @param held including what this request wants
   */
  private record Count(UUID holder, String name, Holding held, Holding most) {}
}
