package org.bora.backend.area;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.bora.api.BackendFailure;
import org.bora.api.area.ServedArea;
import org.bora.backend.area.Claims.Verdict;
import org.bora.backend.bulkhead.AreaSource;
import org.bora.backend.space.StoredFile;
import org.bora.storage.posix.AreaMark;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.RootFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Admits calls to an area only while the directory at its root is the right one, and while this
 * backend agrees with the others about the area. The area is withheld until the first {@link
 * #look}. Thread safe; a look blocks on filesystem and database, one at a time, and calls never
 * wait for it.
 */
public final class AreaGate implements AreaSource {
  private static final Logger LOG = LoggerFactory.getLogger(AreaGate.class);

  /** Between two looks at the database while nothing has changed: a third of the silence. */
  private static final long BOOKS_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final AreaPlace place;
  private final Claims claims;
  private final LongSupplier nanos;
  private final ReentrantLock looking = new ReentrantLock();
  private final List<Step> first = new ArrayList<>();
  private volatile Optional<AreaTree> open = Optional.empty();
  private volatile Optional<String> withheld = Optional.of("it has not been checked yet");

  /** The thread that does a step before the first call; null while there is none. */
  private volatile Thread stepping;

  /** What the root was when the database was asked last; empty where it must be asked. */
  private volatile Optional<RootFacts> accepted = Optional.empty();

  private long asked;
  private volatile boolean closed;

  /** Opens the area's filesystem by its driver. */
  @FunctionalInterface
  public interface Opening {
    AreaTree open() throws StorageException;
  }

  /** A step that is done once before calls are admitted to an area. */
  @FunctionalInterface
  public interface Step {
    void run() throws StorageException;
  }

  /**
   * An area of the configuration.
   *
   * @param name of the area
   * @param root as configured
   * @param settings values as text, by configuration key, on which all backends must agree
   */
  public record AreaPlace(
      String name, Path root, SortedMap<String, String> settings, Opening opening) {
    public AreaPlace {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(root, "root");
      Objects.requireNonNull(settings, "settings");
      Objects.requireNonNull(opening, "opening");
    }
  }

  /**
   * @param nanos measures time: {@link System#nanoTime}
   */
  public AreaGate(AreaPlace place, Claims claims, LongSupplier nanos) {
    this.place = Objects.requireNonNull(place, "place");
    this.claims = Objects.requireNonNull(claims, "claims");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  public String name() {
    return place.name();
  }

  @Override
  public Path root() {
    return open.map(AreaTree::root).orElse(place.root());
  }

  @Override
  public AreaTree tree() throws StorageException {
    Optional<AreaTree> tree = open;
    Optional<String> why = withheld();
    boolean isLetIn = why.isEmpty() || Thread.currentThread().equals(stepping);
    if (tree.isEmpty() || !isLetIn) {
      throw new StorageException(
          Reason.WITHHELD, "area " + name() + " is not served: " + why.orElseGet(this::stops));
    }
    return tree.get();
  }

  /** Why calls are refused, for the administrator; empty while the area is served. */
  public Optional<String> withheld() {
    return closed ? Optional.of(stops()) : withheld;
  }

  private String stops() {
    return claims.process() + " stops";
  }

  /** The same with its name. */
  Optional<String> trouble() {
    return withheld()
        .map(why -> "area " + name() + " is not served by " + claims.process() + ": " + why);
  }

  /** Which directory it is; empty while it is withheld. */
  Optional<ServedArea> served() {
    Optional<RootFacts> facts = accepted;
    return withheld().isPresent()
        ? Optional.empty()
        : facts.flatMap(
            root ->
                root.mark()
                    .map(
                        mark ->
                            new ServedArea(
                                name(), root().toString(), mark.toString(), root.inode())));
  }

  /**
   * Does something with the area now or, while it is withheld, before the first call.
   *
   * @throws StorageException of the step, where it was done now
   */
  public void first(Step step) throws StorageException {
    looking.lock();
    try {
      if (withheld.isPresent()) {
        first.add(step);
      } else {
        step.run();
      }
    } finally {
      looking.unlock();
    }
  }

  /** Looks at root and database, and lets calls in or not. */
  public void look() {
    looking.lock();
    try {
      if (!closed) {
        tell(judged());
      }
    } finally {
      looking.unlock();
    }
    if (closed) {
      shut();
    }
  }

  private Optional<String> judged() {
    try {
      return judge();
    } catch (StorageException trouble) {
      accepted = Optional.empty();
      return Optional.of(trouble.getMessage());
    } catch (BackendFailure | DataAccessException unanswered) {
      // the root is what it was; whether the database is there the health of the backend tells
      return accepted.isPresent() && withheld.isEmpty()
          ? Optional.empty()
          : Optional.of("the database could not confirm which directory this is: " + unanswered);
    }
  }

  private void tell(Optional<String> now) {
    Optional<String> before = withheld;
    if (closed) {
      return;
    }
    if (now.isPresent() && !now.equals(before)) {
      LOG.error(
          "area {} ({}) is not served by {}: {}",
          name(),
          place.root(),
          claims.process(),
          now.get());
    } else if (now.isEmpty() && before.isPresent()) {
      LOG.info("area {} is served from {}", name(), root());
    }
    withheld = now;
  }

  private Optional<String> judge() throws StorageException {
    RootFacts facts = AreaMark.look(place.root());
    boolean known = accepted.equals(Optional.of(facts)) && withheld.isEmpty();
    if (known && nanos.getAsLong() - asked < BOOKS_NANOS) {
      return follow(facts.mark().orElseThrow());
    }
    if (!known) {
      accepted = Optional.empty();
    }
    asked = nanos.getAsLong();
    Verdict verdict = claims.enter(name(), facts, place.settings());
    if (verdict instanceof Verdict.Unclaimed) {
      Optional<String> wrong = mark();
      if (wrong.isPresent()) {
        return wrong;
      }
      facts = AreaMark.look(place.root());
      verdict = claims.enter(name(), facts, place.settings());
    }
    return switch (verdict) {
      case Verdict.Refused(String why) -> {
        accepted = Optional.empty();
        yield Optional.of(why);
      }
      case Verdict.Unclaimed() -> Optional.of("its mark vanished from its root");
      case Verdict.Accepted(UUID mark) -> {
        accepted = Optional.of(facts);
        yield follow(mark);
      }
    };
  }

  /** Opens the area, or continues with the current mount. */
  private Optional<String> follow(UUID mark) throws StorageException {
    if (open.isEmpty()) {
      open = Optional.of(place.opening().open());
    } else if (open.get().follow(mark)) {
      LOG.warn(
          "the filesystem of area {} was mounted again; {} uses the new mount",
          name(),
          claims.process());
    }
    while (!first.isEmpty()) {
      withoutGate(first.getFirst());
      first.removeFirst();
    }
    return Optional.empty();
  }

  /** Steps use the area as calls do, and no call comes in meanwhile. */
  private void withoutGate(Step step) throws StorageException {
    stepping = Thread.currentThread();
    try {
      step.run();
    } finally {
      stepping = null;
    }
  }

  /** Marks the root of an unclaimed area, unless the books say that its files are elsewhere. */
  private Optional<String> mark() throws StorageException {
    try (AreaTree tree = place.opening().open()) {
      List<StoredFile> booked = claims.sample(name());
      if (!booked.isEmpty() && !hasOneOf(tree, booked)) {
        return Optional.of(
            ("the database has files of this area, and none of %d that were looked for is below its"
                    + " root; mount the filesystem of the area there, or correct 'root'; if all of them are gone, run `bora areas adopt %s` on this backend")
                .formatted(booked.size(), name()));
      }
    }
    UUID mark = AreaMark.mark(place.root(), UUID.randomUUID(), false);
    LOG.info("area {}: {} is marked as its root, {}", name(), place.root(), mark);
    return Optional.empty();
  }

  private static boolean hasOneOf(AreaTree tree, List<StoredFile> booked) throws StorageException {
    for (StoredFile file : booked) {
      try {
        tree.facts(file.path());
        return true;
      } catch (StorageException gone) {
        if (gone.reason() != Reason.MISSING && gone.reason() != Reason.NOT_A_DIRECTORY) {
          throw gone;
        }
      }
    }
    return false;
  }

  /**
   * Makes the present root directory the area, by order of an administrator. It gets a new mark, so
   * backends with another directory refuse the area from then on.
   *
   * @return why not; empty if this backend now serves it
   */
  public Optional<String> adopt() {
    looking.lock();
    try {
      return adopted();
    } finally {
      looking.unlock();
    }
  }

  private Optional<String> adopted() {
    try {
      RootFacts before = AreaMark.look(place.root());
      Optional<String> other = before.mark().flatMap(mark -> claims.otherOf(mark, name()));
      if (other.isPresent()) {
        return Optional.of(place.root() + " is the root of area " + other.get());
      }
      place.opening().open().close(); // an area that cannot be opened must not be claimed
      AreaMark.mark(place.root(), UUID.randomUUID(), true);
      claims.adopt(name(), AreaMark.look(place.root()), place.settings());
    } catch (StorageException refused) {
      return Optional.of(refused.getMessage());
    }
    accepted = Optional.empty();
    look();
    return withheld;
  }

  /** A look that hangs in the filesystem is not waited for: the process ends with it. */
  @Override
  public void close() {
    closed = true;
    try {
      claims.release(name());
    } catch (BackendFailure | DataAccessException silent) {
      LOG.info("area {}: the database will notice by itself that this backend stopped", name());
    }
    shut();
  }

  /** Where a look is under way, it does this when it has ended. */
  private void shut() {
    if (looking.tryLock()) {
      try {
        open.ifPresent(AreaTree::close);
        open = Optional.empty();
      } finally {
        looking.unlock();
      }
    }
  }
}
