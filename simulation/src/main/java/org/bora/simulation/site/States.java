package org.bora.simulation.site;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bora.backend.pin.PinState;
import org.bora.backend.request.PutState;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Version;

/**
 * The states of rows in some tables, and the allowed transitions. Those of puts, pins and recalls
 * are in states.md.
 */
public final class States {
  /** The state before the row is inserted. */
  static final String NEW = "new";

  /** The state after the row is deleted. */
  static final String GONE = "gone";

  private static final String ARROW = " > ";
  private static final String PUT = "put_file";
  private static final String PIN = "pin";

  private static final Map<String, Function<Version, String>> OF =
      Map.of(
          PUT,
          States::stored,
          PIN,
          States::stored,
          "tape_recall",
          States::stored,
          "name_move",
          States::stored,
          "tape_migration",
          States::ofMigration,
          "tape_removal",
          States::ofRemoval);

  private static final Map<String, List<String>> OTHERS =
      new TreeMap<>(
          Map.of(
              "tape_recall",
              List.of(
                  "new > UNLOCATED",
                  "new > WAITING",
                  "UNLOCATED > WAITING",
                  "UNLOCATED > gone",
                  "WAITING > RUNNING",
                  "WAITING > gone",
                  "RUNNING > WAITING",
                  "RUNNING > UNLOCATED",
                  "RUNNING > gone"),
              "tape_migration",
              List.of(
                  "new > QUEUED",
                  "QUEUED > WRITING",
                  "QUEUED > gone",
                  "WRITING > FAILED",
                  "WRITING > UNWANTED",
                  "WRITING > gone",
                  "FAILED > WRITING",
                  "FAILED > gone",
                  "UNWANTED > gone"),
              "tape_removal",
              List.of(
                  "new > GRACE",
                  "new > DUE",
                  "new > HELD",
                  "GRACE > DUE",
                  "DUE > REMOVING",
                  "REMOVING > FAILED",
                  "REMOVING > gone",
                  "FAILED > REMOVING"),
              "name_move",
              List.of(
                  "new > RUNNING",
                  "RUNNING > LOOSE",
                  "RUNNING > DONE",
                  "RUNNING > gone",
                  "LOOSE > DONE",
                  "LOOSE > gone",
                  "DONE > gone")));

  private States() {}

  private static String stored(Version row) {
    return row.text("state");
  }

  private static String ofMigration(Version row) {
    if (row.holds("unwanted")) {
      return "UNWANTED";
    }
    if (row.isNull("batch")) {
      return row.holds("tries") ? "FAILED" : "QUEUED";
    }
    return "WRITING";
  }

  private static String ofRemoval(Version row) {
    if (row.holds("held")) {
      return "HELD";
    }
    if (row.isNull("batch")) {
      return row.isNull("due_ms") ? "GRACE" : row.holds("tries") ? "FAILED" : "DUE";
    }
    return "REMOVING";
  }

  /** The transition of a row; empty if the state does not change, or the row has none. */
  static Optional<Move> move(Changes.Change change) {
    String table = change.table();
    Function<Version, String> of = OF.get(table);
    if (of == null) {
      return Optional.empty();
    }
    Move move =
        new Move(table, change.before().map(of).orElse(NEW), change.after().map(of).orElse(GONE));
    return move.from().equals(move.to()) ? Optional.empty() : Optional.of(move);
  }

  /** A row of a table goes from one state to another. */
  record Move(String table, String from, String to) {

    /** Whether the product's own table of states has it. Any row may be inserted and deleted. */
    boolean isForeseen() {
      return from.equals(NEW)
          || to.equals(GONE)
          || !List.of(PUT, PIN).contains(table)
          || successors(table, from).contains(to);
    }

    @Override
    public String toString() {
      return table + " " + from + ARROW + to;
    }
  }

  private static Set<String> successors(String table, String from) {
    Set<String> next = new LinkedHashSet<>();
    Stream<? extends Optional<? extends Enum<?>>> states =
        table.equals(PUT)
            ? Arrays.stream(PutState.Event.values()).map(PutState.valueOf(from)::next)
            : Arrays.stream(PinState.Event.values()).map(PinState.valueOf(from)::next);
    states.flatMap(Optional::stream).map(Enum::name).forEach(next::add);
    return next;
  }

  /** Whether a transition is the deletion of a put or pin, which is allowed in each state. */
  public static boolean isAnEnd(String move) {
    return move.endsWith(ARROW + GONE)
        && (move.startsWith(PUT + " ") || move.startsWith(PIN + " "));
  }

  /** Every allowed transition, as {@code table FROM > TO}, without deletions of puts and pins. */
  public static Set<String> moves() {
    Set<String> all = new LinkedHashSet<>();
    Stream.of(PutState.SPACE_AVAILABLE, PutState.FAILED)
        .forEach(first -> all.add(new Move(PUT, NEW, first.name()).toString()));
    Arrays.stream(PutState.values()).forEach(from -> add(all, PUT, from.name()));
    Stream.of(PinState.WAITING, PinState.PINNED, PinState.FAILED)
        .forEach(first -> all.add(new Move(PIN, NEW, first.name()).toString()));
    Arrays.stream(PinState.values()).forEach(from -> add(all, PIN, from.name()));
    OTHERS.forEach((table, moves) -> moves.forEach(move -> all.add(table + " " + move)));
    return all;
  }

  private static void add(Set<String> all, String table, String from) {
    successors(table, from).forEach(to -> all.add(new Move(table, from, to).toString()));
  }
}
