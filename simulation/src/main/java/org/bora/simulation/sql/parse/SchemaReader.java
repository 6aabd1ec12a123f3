package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.bora.simulation.sql.query.Computed;
import org.bora.simulation.sql.query.Expr;
import org.bora.simulation.sql.store.Column;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Table;
import org.bora.simulation.sql.store.Tables;

/** Parses the migrations and creates their tables. */
public final class SchemaReader {
  private final Tokens tokens;
  private final ExpressionReader expressions;
  private final Tables tables;

  /** Indexes and parents of a statement, which need its columns first. */
  private final List<Runnable> later = new ArrayList<>();

  private SchemaReader(String sql, Tables tables) {
    this.tokens = new Tokens(sql);
    this.expressions = new ExpressionReader(tokens);
    this.tables = tables;
  }

  /** Runs the statements of one migration. */
  public static void read(String sql, Tables tables) {
    new SchemaReader(sql, tables).all();
  }

  private void all() {
    while (!tokens.isEnd()) {
      if (tokens.take("CREATE", "TABLE")) {
        Table table = new Table(tokens.name());
        tables.add(table);
        tokens.inBrackets(() -> part(table));
        tokens.expect("ENGINE", "=", "InnoDB");
      } else {
        tokens.expect("ALTER", "TABLE");
        Table table = tables.named(tokens.name());
        tokens.list(() -> change(table));
      }
      tokens.expect(";");
      later.forEach(Runnable::run);
      later.clear();
    }
  }

  private Table change(Table table) {
    if (tokens.take("MODIFY", "COLUMN")) {
      table.change(column(table));
      return table;
    }
    if (tokens.take("DROP", "KEY")) {
      String name = tokens.name();
      later.add(() -> table.dropIndex(name));
      return table;
    }
    tokens.expect("ADD");
    tokens.take("COLUMN");
    return part(table);
  }

  private Table part(Table table) {
    if (tokens.take("PRIMARY", "KEY")) {
      List<String> columns = keyColumns();
      later.addFirst(() -> table.addIndex("PRIMARY", columns, true));
    } else if (tokens.is("UNIQUE", "KEY") || tokens.is("KEY")) {
      boolean unique = tokens.take("UNIQUE");
      tokens.expect("KEY");
      String name = tokens.name();
      List<String> columns = keyColumns();
      later.add(() -> table.addIndex(name, columns, unique));
    } else if (tokens.take("CONSTRAINT")) {
      parent(table);
    } else {
      table.add(column(table));
    }
    return table;
  }

  /** The length of an indexed prefix does not matter here. */
  private List<String> keyColumns() {
    return tokens.inBrackets(
        () -> {
          String name = tokens.name();
          if (tokens.is("(")) {
            tokens.inBrackets(tokens::number);
          }
          return name;
        });
  }

  private void parent(Table table) {
    String name = tokens.name();
    tokens.expect("FOREIGN", "KEY");
    tokens.expect("(");
    String column = tokens.name();
    tokens.expect(")", "REFERENCES");
    Table parent = tables.named(tokens.name());
    keyColumns();
    tokens.expect("ON", "DELETE", "CASCADE");
    later.add(() -> table.addParent(name, column, parent));
  }

  private Column column(Table table) {
    String name = tokens.name();
    ColumnType type = type();
    if (tokens.take("GENERATED", "ALWAYS", "AS", "(")) {
      Expr of = expressions.read();
      tokens.expect(")", "STORED");
      int place = table.columns().size();
      later.add(() -> table.add(new Column.Generated(place, computed(table, of))));
    }
    boolean nullable = !tokens.take("NOT", "NULL");
    if (nullable) {
      tokens.take("NULL");
    }
    boolean hasDefault = tokens.take("DEFAULT");
    Object byDefault = hasDefault ? expressions.read().value(null) : null;
    boolean isKey = tokens.take("PRIMARY", "KEY");
    if (isKey) {
      later.addFirst(() -> table.addIndex("PRIMARY", List.of(name), true));
    }
    if (tokens.take("COMMENT")) {
      tokens.next();
    }
    return new Column(name, type, nullable, byDefault, !nullable && !hasDefault);
  }

  private static Function<Object[], Object> computed(Table table, Expr of) {
    return row -> Computed.value(table, of, row);
  }

  private ColumnType type() {
    String name = tokens.name().toUpperCase(Locale.ROOT);
    ColumnType type =
        switch (name) {
          case "BIGINT" -> big();
          case "INT" -> ColumnType.number(Integer.MIN_VALUE, Integer.MAX_VALUE);
          case "SMALLINT" -> ColumnType.number(Short.MIN_VALUE, Short.MAX_VALUE);
          case "TINYINT", "BOOLEAN" -> ColumnType.number(Byte.MIN_VALUE, Byte.MAX_VALUE);
          case "BINARY" -> ColumnType.fixedBinary(length());
          case "VARBINARY" -> ColumnType.binary(length());
          case "BLOB" -> ColumnType.binary(65_535);
          case "MEDIUMBLOB" -> ColumnType.binary(16_777_215);
          case "CHAR", "VARCHAR" -> ColumnType.text(length());
          default -> throw tokens.unknown();
        };
    if (tokens.take("CHARACTER", "SET")) {
      tokens.expect("ascii", "COLLATE", "ascii_bin");
    }
    return type;
  }

  private ColumnType big() {
    return ColumnType.number(tokens.take("UNSIGNED") ? 0 : Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private int length() {
    return tokens.inBrackets(tokens::number).getFirst();
  }
}
