package org.bora.simulation.sql.parse;

import org.bora.simulation.sql.store.Bytes;

/**
 * A token of SQL.
 *
 * @param text the token as written; a quoted name without its back quotes
 * @param content of a literal; null for other tokens
 */
record Token(Kind kind, String text, Object content) {
  /** The kind of a token. */
  enum Kind {
    WORD,
    QUOTED_NAME,
    LITERAL,
    SIGN,
    END
  }

  static Token word(String text) {
    return new Token(Kind.WORD, text, null);
  }

  static Token sign(String text) {
    return new Token(Kind.SIGN, text, null);
  }

  static Token text(Bytes content) {
    return new Token(Kind.LITERAL, "'" + content + "'", content);
  }

  static Token number(String digits) {
    return new Token(Kind.LITERAL, digits, Long.valueOf(digits));
  }

  boolean is(String word) {
    return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(word);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}
