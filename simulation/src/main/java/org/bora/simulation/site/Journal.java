package org.bora.simulation.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bora.simulation.schedule.Choices;

/** The knowledge of all clients, including those that are gone. */
final class Journal {
  private static final int SHARED = 3;

  private final List<Name> own = new ArrayList<>();
  private final List<Shared> shared = new ArrayList<>();
  private final List<Move> moves = new ArrayList<>();

  /** All contents that shared names may have: these names are renamed to each other. */
  private final Set<String> contents = new HashSet<>(Set.of(Name.ABSENT));

  /**
   * A move without an answer.
   *
   * @param sure whether there was a file, which then has one of the two names
   */
  record Move(Name from, Name to, boolean sure) {}

  /** A name that all clients write to; any of their writes may be the last one. */
  record Shared(String path) {}

  Journal() {
    for (int i = 1; i <= SHARED; i++) {
      shared.add(new Shared("shared-" + i));
    }
  }

  Name own(String path) {
    Name name = new Name(path);
    own.add(name);
    return name;
  }

  Shared shared(Choices choices) {
    return shared.get(choices.below(shared.size()));
  }

  void moves(Name from, Name to) {
    moves.add(new Move(from, to, from.isThere()));
    to.takesAllOf(from);
    from.mayHoldFromNow(Name.ABSENT);
  }

  void moved(Name from, Name to) {
    moves.removeIf(move -> move.to().equals(to));
    to.isNot(Name.ABSENT);
    from.holds(Name.ABSENT);
  }

  /** The file was not moved. */
  void stays(Name from, Name to) {
    moves.removeIf(move -> move.to().equals(to));
    to.holds(Name.ABSENT);
  }

  /** The power failed, which may undo changes that were seen but not acknowledged. */
  void powerFails() {
    own.forEach(Name::powerFails);
  }

  /** The power failed during an upload, which left only this. */
  void tears(String was, String now) {
    own.forEach(name -> name.tears(was, now));
    if (contents.contains(was)) {
      contents.add(now);
    }
  }

  void mayShare(String content) {
    contents.add(content);
  }

  boolean mayBeShared(String content) {
    return contents.contains(content);
  }

  List<Name> names() {
    return own;
  }

  List<Shared> sharedNames() {
    return shared;
  }

  List<Move> openMoves() {
    return moves;
  }
}
