package org.bora.simulation.sql.query;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.Values;

/** {@code a LIKE 'b%'}. */
public record Like(Expr of, Expr pattern) implements Expr {
  @Override
  public Object value(Frame frame) {
    Object text = of.value(frame);
    Object like = pattern.value(frame);
    return text == null || like == null
        ? null
        : Values.truth(regex(latin(like)).matcher(latin(text)).matches());
  }

  private static String latin(Object value) {
    Bytes bytes = Values.bytes(value);
    return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
  }

  private static Pattern regex(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char character = like.charAt(i);
      regex.append(
          switch (character) {
            case '%' -> ".*";
            case '_' -> ".";
            default -> Pattern.quote(String.valueOf(character));
          });
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  @Override
  public List<Expr> parts() {
    return List.of(of, pattern);
  }
}
