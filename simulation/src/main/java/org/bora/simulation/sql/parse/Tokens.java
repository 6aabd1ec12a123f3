package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Values;

/** The tokens of a statement, parsed from start to end. */
final class Tokens {
  private final String sql;
  private final List<Token> all;
  private int at;
  private int parameters;

  Tokens(String sql) {
    this.sql = sql;
    this.all = Lexer.tokens(sql);
  }

  Token next() {
    return all.get(at++);
  }

  Token peek() {
    return all.get(at);
  }

  /** Whether these tokens come next. */
  boolean is(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (at + i >= all.size() || !all.get(at + i).is(words[i])) {
        return false;
      }
    }
    return true;
  }

  boolean isAny(String... words) {
    for (String word : words) {
      if (is(word)) {
        return true;
      }
    }
    return false;
  }

  boolean isEnd() {
    return peek().kind() == Token.Kind.END;
  }

  /** Skips these tokens if they come next. */
  boolean take(String... words) {
    boolean there = is(words);
    if (there) {
      at += words.length;
    }
    return there;
  }

  /** Skips these tokens, which must come next. */
  void expect(String... words) {
    if (!take(words)) {
      throw unknown();
    }
  }

  String name() {
    Token token = next();
    if (!token.isName()) {
      at--;
      throw unknown();
    }
    return token.text();
  }

  int number() {
    Token token = next();
    if (!(token.content() instanceof Long number)) {
      at--;
      throw unknown();
    }
    return Math.toIntExact(Values.number(number));
  }

  /** The number of a question mark, from 0. */
  int nextParameter() {
    return parameters++;
  }

  /** {@code a, b, c}. */
  <T> List<T> list(Supplier<T> one) {
    List<T> all = new ArrayList<>();
    do {
      all.add(one.get());
    } while (take(","));
    return all;
  }

  /** {@code (a, b, c)}. */
  <T> List<T> inBrackets(Supplier<T> one) {
    expect("(");
    List<T> all = list(one);
    expect(")");
    return all;
  }

  Refusal unknown() {
    return Refusal.notSimulated("'" + peek().text() + "' (piece " + at + ") in: " + sql);
  }
}
