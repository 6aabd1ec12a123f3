package org.bora.simulation.sql.parse;

import org.bora.simulation.sql.store.Bytes;

/**
 * A piece of SQL.
 *
 * @param text as it stands there; of a name in back quotes without them
 * @param content of a literal; null of all others
 */
record Token(Kind kind, String text, Object content) {
  /** What it is. */
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
