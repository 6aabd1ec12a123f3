package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bora.simulation.sql.query.Aggregate;
import org.bora.simulation.sql.query.Call;
import org.bora.simulation.sql.query.CaseWhen;
import org.bora.simulation.sql.query.ColumnUse;
import org.bora.simulation.sql.query.Constants;
import org.bora.simulation.sql.query.Expr;
import org.bora.simulation.sql.query.Like;
import org.bora.simulation.sql.query.Operators;
import org.bora.simulation.sql.query.Query;
import org.bora.simulation.sql.query.Subqueries;

/** Parses expressions, from the loosest operator to the tightest. */
final class ExpressionReader {
  private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "MIN", "MAX");
  private static final Set<String> FUNCTIONS =
      Set.of(
          "COALESCE",
          "IFNULL",
          "IF",
          "CONNECTION_ID",
          "UTC_TIMESTAMP",
          "GREATEST",
          "LEAST",
          "CONCAT",
          "SUBSTRING",
          "LEFT",
          "RIGHT",
          "LENGTH",
          "OCTET_LENGTH",
          "REPLACE",
          "HEX",
          "UNHEX",
          "SHA2");

  private final Tokens tokens;

  /** Number of aggregate functions of the current query, without those of its subqueries. */
  private int aggregates;

  ExpressionReader(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Number of aggregate functions so far. The parser of a query uses the difference. */
  int aggregates() {
    return aggregates;
  }

  Expr read() {
    List<Expr> parts = new ArrayList<>(List.of(and()));
    while (tokens.take("OR")) {
      parts.add(and());
    }
    return parts.size() == 1 ? parts.getFirst() : new Operators.Or(parts);
  }

  private Expr and() {
    List<Expr> parts = new ArrayList<>(List.of(not()));
    while (tokens.take("AND")) {
      parts.add(not());
    }
    return parts.size() == 1 ? parts.getFirst() : new Operators.And(parts);
  }

  private Expr not() {
    return tokens.take("NOT") ? new Operators.Not(not()) : predicate();
  }

  private Expr predicate() {
    Expr left = sum();
    while (true) {
      Operators.Comparing how = Operators.Comparing.of(tokens.peek().text());
      if (how != null) {
        tokens.next();
        left = new Operators.Comparison(how, left, sum());
      } else if (tokens.take("IS", "NOT", "NULL")) {
        left = new Operators.Not(new Operators.IsNull(left));
      } else if (tokens.take("IS", "NULL")) {
        left = new Operators.IsNull(left);
      } else if (tokens.take("NOT", "IN")) {
        left = new Operators.Not(among(left));
      } else if (tokens.take("IN")) {
        left = among(left);
      } else if (tokens.take("NOT", "LIKE")) {
        left = new Operators.Not(new Like(left, sum()));
      } else if (tokens.take("LIKE")) {
        left = new Like(left, sum());
      } else {
        return left;
      }
    }
  }

  private Expr among(Expr left) {
    tokens.expect("(");
    Expr among;
    if (tokens.is("SELECT")) {
      among = new Subqueries.AmongRows(left, subquery());
    } else {
      among = new Operators.Among(left, tokens.list(this::read));
    }
    tokens.expect(")");
    return among;
  }

  private Expr sum() {
    Expr left = product();
    while (tokens.isAny("+", "-")) {
      char sign = tokens.next().text().charAt(0);
      left = new Operators.Sum(sign, left, product());
    }
    return left;
  }

  private Expr product() {
    Expr left = signed();
    while (tokens.isAny("*", "%", "DIV")) {
      String sign = tokens.next().text();
      left = new Operators.Sum(sign.length() > 1 ? '/' : sign.charAt(0), left, signed());
    }
    return left;
  }

  private Expr signed() {
    return tokens.take("-")
        ? new Operators.Sum('-', new Constants.Literal(0L), signed())
        : simple();
  }

  private Expr simple() {
    if (tokens.take("?")) {
      return new Constants.Parameter(tokens.nextParameter());
    }
    if (tokens.take("(")) {
      Expr inside = tokens.is("SELECT") ? new Subqueries.Single(subquery()) : read();
      tokens.expect(")");
      return inside;
    }
    if (tokens.peek().kind() == Token.Kind.LITERAL) {
      return new Constants.Literal(tokens.next().content());
    }
    if (tokens.take("NULL")) {
      return new Constants.Literal(null);
    }
    if (tokens.isAny("TRUE", "FALSE")) {
      return new Constants.Literal(tokens.next().is("TRUE") ? 1L : 0L);
    }
    if (tokens.take("CASE")) {
      return caseWhen();
    }
    if (tokens.take("EXISTS", "(")) {
      Expr exists = new Subqueries.Exists(subquery());
      tokens.expect(")");
      return exists;
    }
    String name = tokens.name();
    return tokens.take("(") ? call(name.toUpperCase(Locale.ROOT)) : column(name);
  }

  /** A query in this expression; its aggregate functions are its own. */
  private Query subquery() {
    int before = aggregates;
    Query query = new QueryReader(tokens, this).query();
    aggregates = before;
    return query;
  }

  private Expr caseWhen() {
    Expr of = tokens.is("WHEN") ? null : read();
    List<CaseWhen.Arm> arms = new ArrayList<>();
    while (tokens.take("WHEN")) {
      Expr when = read();
      tokens.expect("THEN");
      arms.add(new CaseWhen.Arm(when, read()));
    }
    Expr otherwise = tokens.take("ELSE") ? read() : null;
    tokens.expect("END");
    return new CaseWhen(of, arms, otherwise);
  }

  ColumnUse column() {
    return column(tokens.name());
  }

  private ColumnUse column(String name) {
    return tokens.take(".") ? new ColumnUse(name, tokens.name()) : new ColumnUse(null, name);
  }

  /** After its opening bracket. */
  private Expr call(String name) {
    Expr read;
    if (AGGREGATES.contains(name)) {
      aggregates++;
      boolean distinct = tokens.take("DISTINCT");
      read = new Aggregate(name, distinct, tokens.take("*") ? null : read());
    } else if (name.equals("VALUES")) {
      read = new Constants.Offered(column());
    } else if (name.equals("CAST")) {
      Expr of = read();
      tokens.expect("AS");
      read = new Call("CAST_" + tokens.name().toUpperCase(Locale.ROOT), List.of(of));
    } else if (name.equals("TIMESTAMPDIFF")) {
      tokens.expect("MICROSECOND", ",");
      read = new Call("TIMESTAMPDIFF_MICROSECOND", tokens.list(this::read));
    } else if (FUNCTIONS.contains(name)) {
      read = new Call(name, tokens.is(")") ? List.of() : tokens.list(this::read));
    } else {
      throw tokens.unknown();
    }
    tokens.expect(")");
    return read;
  }
}
