package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The order of recalls from tape. Mounts are scarce, so a volume that is mounted gives all that
 * anybody wants of it in one pass forward. Fairness decides whose demand chooses the volume.
 *
 * <p>Organisations take turns, and the callers of an organisation share its turns ({@link Shares}).
 * A turn is one pass over a volume on which the caller waits; what others wait for on it comes
 * along and is no turn of theirs. The turn goes to the demand with the earliest <em>claim</em>: the
 * moment when it was asked for, or when its organisation's last turn began, whichever is later.
 * Where claims are equal, the caller whose own last turn was longest ago comes first. So an
 * organisation with 200 volumes or 200 callers has one turn while each of the others has one, and a
 * new one waits behind at most one turn of each that was there before. Three things move a claim by
 * amounts of time, so no demand starves:
 *
 * <ul>
 *   <li>a point of priority makes it {@link OrderSettings#priorityStep} earlier,
 *   <li>a deadline that would be missed if it were not served soon, {@link
 *       OrderSettings#deadlineHead},
 *   <li>a volume that is in a drive already, the time of the mount that this saves.
 * </ul>
 *
 * <p>Among the volumes of the chosen caller the one waited for longest comes first, and of those
 * asked for at the same moment the one that serves most files per second of drive time, whichever
 * caller wants them. Short passes are not preferred: that would share the time of the drives
 * equally instead of the turns, and costs half as many mounts again under load (docs/adr/0017).
 *
 * <p>A pass goes on batch after batch as long as something lies ahead of the head, also what was
 * asked for meanwhile. One that goes on for longer than {@link OrderSettings#turn} needs a turn
 * again. What comes to lie behind the head waits for the next pass.
 *
 * <p>Safe for use by many threads; one decision takes time and memory in proportion to the number
 * of {@link VolumeDemand}s, not to that of the files.
 */
public final class RecallOrder {
  private final OrderSettings settings;
  private final Shares shares;

  /** Callers without activities. */
  public RecallOrder(OrderSettings settings) {
    this(settings, Shares.ONE_LINE_EACH);
  }

  public RecallOrder(OrderSettings settings, Shares shares) {
    this.settings = settings;
    this.shares = shares;
  }

  /** What a drive does that is free now. */
  public NextPass next(Situation situation, Instant now) {
    Collection<PendingPass> pending = pending(situation);
    if (pending.isEmpty()) {
      return new NextPass.Nothing();
    }
    return goingOn(pending, now)
        .or(() -> beginning(pending, situation.lastTurns(), now))
        .orElseGet(() -> later(pending));
  }

  private static Collection<PendingPass> pending(Situation situation) {
    Map<String, LoadedVolume> loaded =
        situation.loaded().stream()
            .collect(
                Collectors.toMap(LoadedVolume::volume, volume -> volume, (first, second) -> first));
    Map<List<String>, PendingPass> passes = new LinkedHashMap<>();
    for (VolumeDemand demand : situation.waiting()) {
      String volume = demand.volume();
      if (!situation.reading().contains(volume) || volume.isEmpty()) {
        List<String> key = volume.isEmpty() ? List.of("", demand.caller()) : List.of(volume);
        passes
            .computeIfAbsent(
                key, _ -> new PendingPass(volume, Optional.ofNullable(loaded.get(volume))))
            .add(demand);
      }
    }
    return passes.values();
  }

  /** A pass in progress; the oldest one if there are several. */
  private Optional<NextPass> goingOn(Collection<PendingPass> pending, Instant now) {
    return pending.stream()
        .filter(PendingPass::goesOn)
        .filter(pass -> now.isBefore(pass.passSince().plus(settings.turn())))
        .min(Comparator.comparing(PendingPass::passSince).thenComparing(PendingPass::volume))
        .map(
            pass ->
                new NextPass.Read(pass.volume(), pass.from(), Optional.empty(), Optional.empty()));
  }

  private Optional<NextPass> beginning(
      Collection<PendingPass> pending, Map<String, Instant> lastTurns, Instant now) {
    Turns turns = turns(lastTurns);
    List<Candidate> ready =
        pending.stream()
            .filter(pass -> isReady(pass, now))
            .flatMap(
                pass -> pass.demands().stream().map(demand -> candidate(pass, demand, turns, now)))
            .toList();
    return ready.stream()
        .min(Candidate.FIRST)
        .map(first -> first.pressing() ? first : drawn(first, ready, turns.ofCallers()))
        .map(Candidate::read);
  }

  /** The times when the last turns began. */
  private record Turns(Map<String, Instant> ofOrganisations, Map<String, Instant> ofCallers) {}

  private Turns turns(Map<String, Instant> ofLines) {
    Map<String, Instant> organisations = new HashMap<>();
    Map<String, Instant> callers = new HashMap<>();
    ofLines.forEach(
        (line, turn) -> {
          organisations.merge(shares.organisation(line), turn, RecallOrder::later);
          callers.merge(shares.caller(line), turn, RecallOrder::later);
        });
    return new Turns(organisations, callers);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /**
   * The turn is the caller's; which of its lines has it is drawn by their weights. The lot depends
   * on the caller's last turn alone, so it is another one each time, and no memory of the lines is
   * needed.
   */
  private Candidate drawn(Candidate first, List<Candidate> ready, Map<String, Instant> turns) {
    String caller = shares.caller(first.demand().caller());
    List<String> lines =
        ready.stream()
            .map(candidate -> candidate.demand().caller())
            .filter(line -> shares.caller(line).equals(caller))
            .distinct()
            .sorted()
            .toList();
    if (lines.size() == 1) {
      return first;
    }
    long seed = 31 * turns.getOrDefault(caller, Instant.EPOCH).toEpochMilli() + caller.hashCode();
    int lot = new SplittableRandom(seed).nextInt(lines.stream().mapToInt(shares::weight).sum());
    int at = 0;
    while (lot >= shares.weight(lines.get(at))) {
      lot -= shares.weight(lines.get(at));
      at++;
    }
    String drawn = lines.get(at);
    return ready.stream()
        .filter(candidate -> candidate.demand().caller().equals(drawn))
        .min(Candidate.FIRST)
        .orElseThrow();
  }

  /** Whether it has gathered long enough. */
  private boolean isReady(PendingPass pass, Instant now) {
    return pass.isLoaded()
        || !pass.oldest().plus(settings.gather()).isAfter(now)
        || isPressing(pass, pass.deadline(), now);
  }

  /** Whether a deadline can still be kept, and will be missed if another turn comes first. */
  private boolean isPressing(PendingPass pass, Instant deadline, Instant now) {
    Instant last = now.plus(settings.turn()).plus(pass.cost(settings.cost()));
    return deadline.isAfter(now) && !deadline.isAfter(last);
  }

  private Candidate candidate(PendingPass pass, VolumeDemand demand, Turns turns, Instant now) {
    Instant asked = demand.oldest();
    String line = demand.caller();
    Instant own = later(asked, turns.ofCallers().getOrDefault(shares.caller(line), asked));
    Instant claim =
        later(asked, turns.ofOrganisations().getOrDefault(shares.organisation(line), asked));
    claim = claim.minus(settings.priorityStep().multipliedBy(demand.priority()));
    boolean pressing =
        demand.deadline().filter(deadline -> isPressing(pass, deadline, now)).isPresent();
    if (pressing) {
      claim = claim.minus(settings.deadlineHead());
    }
    if (pass.isLoaded()) {
      claim = claim.minus(settings.cost().mount());
    }
    return new Candidate(pass, demand, claim, own, pressing, pass.filesPerSecond(settings.cost()));
  }

  private NextPass later(Collection<PendingPass> pending) {
    return new NextPass.Later(
        pending.stream()
            .map(PendingPass::oldest)
            .min(Comparator.naturalOrder())
            .orElseThrow()
            .plus(settings.gather()));
  }

  /**
   * A demand that could get the turn.
   *
   * @param own claim of its caller within its organisation
   */
  private record Candidate(
      PendingPass pass,
      VolumeDemand demand,
      Instant claim,
      Instant own,
      boolean pressing,
      double filesPerSecond) {
    static final Comparator<Candidate> FIRST =
        Comparator.comparing(Candidate::claim)
            .thenComparing(Candidate::own)
            .thenComparing(candidate -> candidate.demand().oldest())
            .thenComparing(Comparator.comparingDouble(Candidate::filesPerSecond).reversed())
            .thenComparing(candidate -> candidate.pass().volume())
            .thenComparing(candidate -> candidate.demand().caller());

    NextPass read() {
      Optional<String> only =
          pass.volume().isEmpty() ? Optional.of(demand.caller()) : Optional.empty();
      return new NextPass.Read(pass.volume(), pass.from(), only, Optional.of(demand.caller()));
    }
  }
}
