package org.bora.backend.area;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.backend.database.TimeTable;
import org.bora.backend.database.Transactions;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.RootFacts;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The claims of areas in the database, as one backend sees them. A directory is marked before it is
 * claimed: a backend that dies in between leaves a mark that the next one claims. Thread safe;
 * blocks.
 */
public final class AreaClaims implements Claims {
  /** A backend that has been silent for this time no longer serves the area. */
  static final Duration SILENCE = Duration.ofSeconds(30);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final UUID FIRST = new UUID(0, 0);
  private static final int SAMPLE = 20;

  private final Transactions transactions;
  private final String backend;
  private final AreaClaimTable table = new AreaClaimTable();
  private final StoredFiles files = new StoredFiles();
  private final TimeTable time = new TimeTable();

  /**
   * @param backend host and process, for people; unique at the site
   */
  public AreaClaims(Transactions transactions, String backend) {
    this.transactions = transactions.within(PATIENCE);
    this.backend = Objects.requireNonNull(backend, "backend");
  }

  @Override
  public String process() {
    return "this backend";
  }

  /**
   * Compares the root with the claim, claims a marked root, and registers this backend as serving
   * the area.
   */
  @Override
  public Verdict enter(String area, RootFacts facts, SortedMap<String, String> settings) {
    try {
      return transactions.run(sql -> enter(sql, area, facts, settings));
    } catch (DuplicateKeyException another) {
      return transactions.run(sql -> enter(sql, area, facts, settings)); // it has claimed the area
    }
  }

  private Verdict enter(
      JdbcClient sql, String area, RootFacts facts, SortedMap<String, String> settings) {
    Instant now = time.now(sql);
    Optional<AreaClaim> claim = table.lock(sql, area);
    Verdict verdict =
        claim.isPresent()
            ? compare(sql, area, facts, settings, claim.get(), now)
            : claim(sql, area, facts, settings, now);
    if (verdict instanceof Verdict.Accepted) {
      table.hold(sql, area, backend, now);
      table.forget(sql, area, now.minus(SILENCE.multipliedBy(2)));
    } else {
      table.release(sql, area, backend);
    }
    return verdict;
  }

  private Verdict claim(
      JdbcClient sql,
      String area,
      RootFacts facts,
      SortedMap<String, String> settings,
      Instant now) {
    if (facts.mark().isEmpty()) {
      return new Verdict.Unclaimed();
    }
    UUID mark = facts.mark().get();
    Optional<String> other = table.otherOf(sql, mark, area);
    if (other.isPresent()) {
      return new Verdict.Refused(belongsTo(other.get()));
    }
    table.insert(sql, area, new AreaClaim(mark, facts.inode(), settings, backend), now);
    return new Verdict.Accepted(mark);
  }

  private static String belongsTo(String other) {
    return "its root has the mark of area "
        + other
        + "; two areas cannot have the same root: correct 'root' or 'name' in the configuration";
  }

  private Verdict compare(
      JdbcClient sql,
      String area,
      RootFacts facts,
      SortedMap<String, String> settings,
      AreaClaim claim,
      Instant now) {
    Optional<String> wrong = Mismatch.of(area, claim, facts);
    if (wrong.isPresent()) {
      return new Verdict.Refused(wrong.get());
    }
    String differences = claim.differences(settings);
    if (!differences.isEmpty()) {
      Optional<String> other = table.otherHolder(sql, area, backend, now.minus(SILENCE));
      if (other.isPresent()) {
        return new Verdict.Refused(
            "its configuration differs from that of "
                + other.get()
                + ", which serves the area: "
                + differences
                + "; make them equal and restart the backend that was changed, or stop the other");
      }
    }
    SortedMap<String, String> both = new TreeMap<>(claim.settings());
    both.putAll(settings);
    if (!both.equals(claim.settings())) {
      table.agree(sql, area, both);
    }
    return new Verdict.Accepted(claim.mark());
  }

  /** Lets the directory with this mark be the area from now on, whatever was before. */
  @Override
  public void adopt(String area, RootFacts facts, SortedMap<String, String> settings) {
    AreaClaim claim = new AreaClaim(facts.mark().orElseThrow(), facts.inode(), settings, backend);
    transactions.run(
        sql -> {
          table.delete(sql, area);
          table.insert(sql, area, claim, time.now(sql));
          return claim;
        });
  }

  /** Which other area has claimed a directory of this mark. */
  @Override
  public Optional<String> otherOf(UUID mark, String area) {
    return transactions.read(sql -> table.otherOf(sql, mark, area));
  }

  /** Some files that the books have in the area; none where the books are new. */
  @Override
  public List<StoredFile> sample(String area) {
    return transactions.read(sql -> files.inArea(sql, area, FIRST, SAMPLE));
  }

  /** This backend serves the area no longer. */
  @Override
  public void release(String area) {
    transactions.run(
        sql -> {
          table.release(sql, area, backend);
          return area;
        });
  }
}
