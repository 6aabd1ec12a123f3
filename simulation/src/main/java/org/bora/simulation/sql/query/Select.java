package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Values;

/** {@code SELECT}. */
public final class Select implements Query {
  private final List<Item> items;
  private final Join join;
  private final Grouping grouping;
  private final Ending ending;

  /** A column of the result, with its name. */
  public record Item(Expr of, String label) {}

  /**
   * How rows are grouped.
   *
   * @param distinct whether equal rows are shown once
   * @param sums whether the query aggregates, with or without GROUP BY
   */
  public record Grouping(boolean distinct, boolean sums, List<Expr> by) {}

  /**
   * The clauses after the condition.
   *
   * @param limit null if there is none
   * @param locks whether rows are locked
   * @param skips whether rows locked by others are skipped
   */
  public record Ending(List<Order> orders, Expr limit, boolean locks, boolean skips) {
    long most(Frame frame) {
      return limit == null ? Long.MAX_VALUE : Values.number(limit.value(frame));
    }
  }

  /** A row, and the values by which it is sorted. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares these
  private record Placed(Object[] key, Object[] row) {}

  public Select(List<Item> items, List<From> froms, Expr where, Grouping grouping, Ending ending) {
    this.items = List.copyOf(items);
    this.join = new Join(froms, where);
    this.grouping = grouping;
    this.ending = ending;
  }

  @Override
  public Rows run(Run run, Frame outer) {
    Join.Scan scan = join.open(run, outer);
    Frame frame = scan.frame;
    List<Join.Match> matches = matches(scan);
    List<Placed> placed = new ArrayList<>();
    if (grouping.sums()) {
      for (List<Object[][]> group : groups(frame, matches)) {
        frame.set(group.isEmpty() ? new Object[join.froms().size()][] : group.getFirst());
        frame.group = group;
        placed.add(placed(frame));
      }
    } else {
      for (Join.Match match : matches) {
        frame.set(match.rows());
        placed.add(placed(frame));
      }
    }
    if (!ending.orders().isEmpty()) {
      placed.sort(Comparator.comparing(Placed::key, Order.of(ending.orders())));
    }
    Set<List<Object>> seen = new HashSet<>();
    List<Object[]> rows =
        placed.stream()
            .map(Placed::row)
            .filter(row -> !grouping.distinct() || seen.add(Arrays.asList(row)))
            .limit(ending.most(frame))
            .toList();
    return new Rows(labels(), kinds(frame), rows);
  }

  private List<Join.Match> matches(Join.Scan scan) {
    long most = ending.most(scan.frame);
    if (ending.locks()) {
      return new Locking(scan, join.froms(), Locking.allTables(scan))
          .lock(ending.orders(), ending.skips(), most);
    }
    boolean any = ending.orders().isEmpty() && !grouping.sums() && !grouping.distinct();
    return scan.visible(any ? most : Long.MAX_VALUE);
  }

  private Placed placed(Frame frame) {
    return new Placed(
        Order.key(ending.orders(), frame),
        items.stream().map(item -> item.of().value(frame)).toArray());
  }

  /** Without GROUP BY all rows form one group, even if there are none. */
  private Iterable<List<Object[][]>> groups(Frame frame, List<Join.Match> matches) {
    Map<List<Object>, List<Object[][]>> groups = new LinkedHashMap<>();
    if (grouping.by().isEmpty()) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (Join.Match match : matches) {
      frame.set(match.rows());
      List<Object> key = new ArrayList<>();
      grouping.by().forEach(by -> key.add(by.value(frame)));
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(match.rows());
    }
    return groups.values();
  }

  private List<String> labels() {
    return items.stream().map(Item::label).toList();
  }

  /** The column type that the driver reports; computed columns are text or numbers. */
  private List<ColumnType.Kind> kinds(Frame frame) {
    return items.stream().map(item -> kind(item.of(), frame)).toList();
  }

  private static ColumnType.Kind kind(Expr of, Frame frame) {
    return switch (of) {
      case ColumnUse use -> use.kind(frame);
      case Aggregate sum when sum.of() instanceof ColumnUse use && sum.name().startsWith("M") ->
          use.kind(frame);
      case Call call when call.name().equals("CAST_BINARY") -> ColumnType.Kind.BINARY;
      default -> ColumnType.Kind.TEXT;
    };
  }
}
