package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.Refusal;

/** Splits SQL into tokens. Comments are dropped, including those for one server only. */
final class Lexer {
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<space>\\s+|--[^\\n]*(?:\\n|$)|/\\*.*?\\*/)"
              + "|[xX]'(?<hex>[0-9a-fA-F]*)'"
              + "|'(?<text>(?:[^'\\\\]|''|\\\\.)*)'"
              + "|`(?<quoted>[^`]+)`"
              + "|(?<number>\\d+)"
              + "|(?<word>[A-Za-z_@][A-Za-z_0-9@]*)"
              + "|(?<sign><>|!=|<=|>=|[-+*/%=<>(),.;?])",
          Pattern.DOTALL);

  private Lexer() {}

  /** The tokens; the last one is {@link Token.Kind#END}. */
  static List<Token> tokens(String sql) {
    List<Token> tokens = new ArrayList<>();
    Matcher piece = PIECE.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      if (!piece.find(at) || piece.start() != at) {
        throw Refusal.notSimulated("'" + sql.charAt(at) + "' in " + sql);
      }
      if (piece.group("space") == null) {
        tokens.add(token(piece));
      }
      at = piece.end();
    }
    tokens.add(new Token(Token.Kind.END, "the end", null));
    return tokens;
  }

  private static Token token(Matcher piece) {
    if (piece.group("hex") != null) {
      return Token.text(Bytes.of(HexFormat.of().parseHex(piece.group("hex"))));
    }
    if (piece.group("text") != null) {
      String text = piece.group("text").replace("''", "'").replaceAll("\\\\(.)", "$1");
      return Token.text(Bytes.of(text));
    }
    if (piece.group("quoted") != null) {
      return new Token(Token.Kind.QUOTED_NAME, piece.group("quoted"), null);
    }
    if (piece.group("number") != null) {
      return Token.number(piece.group("number"));
    }
    return piece.group("word") != null
        ? Token.word(piece.group("word"))
        : Token.sign(piece.group("sign"));
  }
}
