package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.simulation.sql.query.ColumnUse;
import org.bora.simulation.sql.query.Expr;
import org.bora.simulation.sql.query.From;
import org.bora.simulation.sql.query.Order;
import org.bora.simulation.sql.query.Query;
import org.bora.simulation.sql.query.Select;
import org.bora.simulation.sql.query.Union;

/** Parses {@code SELECT}. */
final class QueryReader {
  /** Keywords, which are no aliases. */
  private static final Set<String> NO_ALIAS =
      Set.of(
          "FROM",
          "WHERE",
          "JOIN",
          "LEFT",
          "STRAIGHT_JOIN",
          "FORCE",
          "ON",
          "SET",
          "GROUP",
          "ORDER",
          "LIMIT",
          "FOR",
          "UNION",
          "INNER",
          "HAVING",
          "USING",
          "RIGHT",
          "CROSS",
          "NATURAL");

  private final Tokens tokens;
  private final ExpressionReader expressions;

  QueryReader(Tokens tokens, ExpressionReader expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** From its SELECT, or from the bracket before the first SELECT of a union. */
  Query query() {
    if (!tokens.is("(")) {
      return select();
    }
    List<Query> all = new ArrayList<>();
    do {
      tokens.expect("(");
      all.add(query());
      tokens.expect(")");
    } while (tokens.take("UNION"));
    return new Union(all);
  }

  private Query select() {
    tokens.expect("SELECT");
    int before = expressions.aggregates();
    boolean distinct = tokens.take("DISTINCT");
    List<Item> items = tokens.list(this::item);
    List<From> froms = tokens.take("FROM") ? froms() : List.of();
    Expr where = tokens.take("WHERE") ? expressions.read() : null;
    List<Expr> by =
        tokens.take("GROUP", "BY")
            ? tokens.list(() -> aliased(expressions.read(), items))
            : List.of();
    Select.Ending ending = ending(items);
    boolean sums = !by.isEmpty() || expressions.aggregates() > before;
    return new Select(
        items.stream().map(Item::plain).toList(),
        froms,
        where,
        new Select.Grouping(distinct, sums, by),
        ending);
  }

  /**
   * One column of the result.
   *
   * @param named whether the statement names the column
   */
  private record Item(Expr of, String label, boolean named) {
    Select.Item plain() {
      return new Select.Item(of, label);
    }
  }

  private Item item() {
    Expr of = expressions.read();
    if (tokens.take("AS") || isAlias()) {
      return new Item(of, tokens.name(), true);
    }
    return new Item(of, of instanceof ColumnUse use ? use.name() : of.toString(), false);
  }

  private boolean isAlias() {
    Token next = tokens.peek();
    return next.kind() == Token.Kind.QUOTED_NAME
        || (next.kind() == Token.Kind.WORD && NO_ALIAS.stream().noneMatch(next::is));
  }

  /** The expression behind a name that the statement has given. */
  private static Expr aliased(Expr expr, List<Item> items) {
    if (expr instanceof ColumnUse use && !use.isQualified()) {
      for (Item item : items) {
        if (item.named() && item.label().equalsIgnoreCase(use.name())) {
          return item.of();
        }
      }
    }
    return expr;
  }

  private Select.Ending ending(List<Item> items) {
    List<Order> orders = tokens.take("ORDER", "BY") ? tokens.list(() -> order(items)) : List.of();
    Expr limit = tokens.take("LIMIT") ? expressions.read() : null;
    boolean locks = tokens.take("FOR", "UPDATE");
    return new Select.Ending(orders, limit, locks, locks && tokens.take("SKIP", "LOCKED"));
  }

  /** {@code ORDER BY} and {@code LIMIT} of a statement that returns no rows. */
  Select.Ending ending() {
    return ending(List.of());
  }

  private Order order(List<Item> items) {
    Expr by = aliased(expressions.read(), items);
    boolean descending = tokens.take("DESC");
    if (!descending) {
      tokens.take("ASC");
    }
    return new Order(by, descending);
  }

  List<From> froms() {
    List<From> froms = new ArrayList<>(List.of(from()));
    while (true) {
      boolean left = tokens.take("LEFT");
      if (!left && !tokens.isAny("JOIN", "STRAIGHT_JOIN")) {
        return froms;
      }
      tokens.next();
      From from = from();
      tokens.expect("ON");
      froms.add(from.joined(left, expressions.read()));
    }
  }

  private From from() {
    if (tokens.take("(")) {
      Query query = query();
      tokens.expect(")");
      return new From(null, query, alias("derived"), null, false, null);
    }
    String table = tableName();
    String alias = alias(table);
    String index = null;
    if (tokens.take("FORCE", "INDEX")) {
      index = tokens.inBrackets(tokens::name).stream().collect(Collectors.joining());
    }
    return new From(table, null, alias, index, false, null);
  }

  String tableName() {
    String name = tokens.name();
    return tokens.take(".") ? name + "." + tokens.name() : name;
  }

  private String alias(String otherwise) {
    return tokens.take("AS") || isAlias() ? tokens.name() : otherwise;
  }
}
