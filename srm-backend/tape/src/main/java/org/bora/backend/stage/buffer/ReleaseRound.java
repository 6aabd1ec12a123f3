package org.bora.backend.stage.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.ResidentFiles;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;

/**
 * Releases files of one area until enough space is free: it walks through the releasable files,
 * chooses by the policy, and releases a few at a time. Only the backend that has the turn does
 * this, and only as long as it has it.
 */
final class ReleaseRound {
  /** Files of one step of the walk. */
  private static final int PAGE = 500;

  /** Files chosen at once: the memory of a round. */
  private static final int MOST = 10_000;

  /** Files whose rows are locked together. */
  private static final int BATCH = 16;

  static final Duration LEASE = Duration.ofMinutes(2);

  private final Transactions transactions;
  private final TokenSource tokens;
  private final Release release;
  private final FilesAtWork engines;
  private final ResidentFiles residents = new ResidentFiles();
  private final PinTable pins = new PinTable();
  private final BufferTurnTable turns = new BufferTurnTable();

  ReleaseRound(
      Transactions transactions, TokenSource tokens, Release release, FilesAtWork engines) {
    this.transactions = transactions;
    this.tokens = tokens;
    this.release = release;
    this.engines = engines;
  }

  /**
   * The order for a round.
   *
   * @param ownOnly whether only files of the area's own space are released
   * @param bytes bytes to release
   * @param until when to stop in any case
   */
  record Task(StorageArea area, ReleasePolicy policy, boolean ownOnly, long bytes, Instant until) {}

  /**
   * The result of a round.
   *
   * @param released released bytes and files
   * @param kept bytes that cannot leave, as far as the walk got
   * @param exhausted whether nothing more can leave
   */
  record Result(long released, int files, Kept kept, boolean exhausted) {}

  /** Whether this holder has the turn, which it has to give back. */
  boolean takeTurn(StorageArea area, UUID holder) {
    return transactions.run(
        sql -> {
          Instant now = tokens.now();
          return turns.take(sql, area.name(), holder, now, now.plus(LEASE));
        });
  }

  void giveTurnBack(StorageArea area, UUID holder) {
    transactions.run(
        sql -> {
          turns.giveBack(sql, area.name(), holder);
          return area;
        });
  }

  Result run(Task task, UUID holder) {
    Progress progress = new Progress(task, holder, tokens.now().plus(LEASE.dividedBy(4)));
    while (progress.goesOn()) {
      Victims victims = progress.walk();
      List<Candidate> chosen = victims.inOrder();
      if (chosen.isEmpty()) {
        return progress.result(!progress.isLate());
      }
      for (int from = 0; from < chosen.size() && progress.goesOn(); from += BATCH) {
        progress.release(chosen.subList(from, Math.min(from + BATCH, chosen.size())));
      }
    }
    return progress.result(false);
  }

  /** One round; not thread safe. */
  private final class Progress {
    private final Task task;
    private final UUID holder;
    private final Set<UUID> refused = new HashSet<>();
    private final Instant walkUntil;
    private Instant renewal;
    private boolean hasTurn = true;
    private Kept kept = Kept.NOTHING;
    private Kept refusedBytes = Kept.NOTHING;
    private long released;
    private int files;

    Progress(Task task, UUID holder, Instant renewal) {
      this.task = task;
      this.holder = holder;
      this.renewal = renewal;
      Instant now = tokens.now();
      this.walkUntil = now.plus(Duration.between(now, task.until()).dividedBy(2));
    }

    boolean isLate() {
      return !tokens.now().isBefore(task.until());
    }

    boolean goesOn() {
      if (released >= task.bytes() || isLate()) {
        return false;
      }
      Instant now = tokens.now();
      if (!now.isBefore(renewal)) {
        hasTurn = takeTurn(task.area(), holder);
        renewal = now.plus(LEASE.dividedBy(4));
      }
      return hasTurn;
    }

    Result result(boolean exhausted) {
      return new Result(released, files, kept.plus(refusedBytes), exhausted && hasTurn);
    }

    /**
     * The next files to leave, of all that may. Invariant: none of them was refused in this round.
     */
    Victims walk() {
      Victims victims = task.policy().choose(task.bytes() - released, MOST);
      kept = Kept.NOTHING;
      ResidentFiles.Cursor cursor = ResidentFiles.Cursor.START;
      while (true) {
        ResidentFiles.Cursor from = cursor;
        List<StoredFile> page =
            transactions.read(sql -> residents.onTape(sql, task.area().name(), from, PAGE));
        if (page.isEmpty() || !offer(page, victims)) {
          return victims;
        }
        cursor = ResidentFiles.Cursor.after(page.getLast());
        // who is in a hurry takes the best of what was seen, and keeps time to release it
        if (tokens.now().isAfter(walkUntil)) {
          return victims;
        }
      }
    }

    /** False where the walk may end. */
    private boolean offer(List<StoredFile> page, Victims victims) {
      Map<UUID, NameKey> keys = new HashMap<>();
      page.forEach(file -> keys.put(file.id(), NameKey.of(file.area(), file.path())));
      Set<NameKey> pinned = transactions.read(sql -> pins.held(sql, keys.values(), tokens.now()));
      Set<UUID> atWork = transactions.read(sql -> engines.among(sql, keys.keySet()));
      UUID own = SpaceBooks.ownSpace(task.area());
      for (StoredFile file : page) {
        if (refused.contains(file.id())) {
          continue;
        }
        if (pinned.contains(keys.get(file.id()))) {
          kept = kept.plus(new Kept(file.size(), 0, 0));
        } else if (atWork.contains(file.id())) {
          kept = kept.plus(new Kept(0, file.size(), 0));
        } else if ((!task.ownOnly() || file.space().equals(own))
            && !victims.offer(candidate(file))
            && task.policy().isByLastUse()) {
          return false;
        }
      }
      return true;
    }

    private static Candidate candidate(StoredFile file) {
      return new Candidate(file.id(), file.size(), file.stored(), file.presence().used());
    }

    void release(List<Candidate> some) {
      List<Candidate> needed = new ArrayList<>();
      long bytes = task.bytes() - released;
      for (Candidate one : some) {
        if (bytes > 0) {
          needed.add(one);
          bytes -= one.size();
        }
      }
      Map<UUID, Release.Fate> fates =
          release.release(task.area(), needed.stream().map(Candidate::id).toList(), tokens.now());
      for (Candidate one : needed) {
        Release.Fate fate = fates.get(one.id());
        if (fate == Release.Fate.RELEASED) {
          released += one.size();
          files++;
        } else {
          refused.add(one.id());
          refusedBytes = refusedBytes.plus(kept(fate, one.size()));
        }
      }
    }

    private static Kept kept(Release.Fate fate, long bytes) {
      return switch (fate) {
        case PINNED -> new Kept(bytes, 0, 0);
        case AT_WORK -> new Kept(0, bytes, 0);
        case REFUSED -> new Kept(0, 0, bytes);
        case RELEASED, GONE, NOT_ON_TAPE -> Kept.NOTHING;
      };
    }
  }
}
