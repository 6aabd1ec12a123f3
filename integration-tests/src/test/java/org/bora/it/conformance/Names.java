package org.bora.it.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the names of one row stand for: its files, its requests, its spaces. */
final class Names {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)(?::(\\d+))?}");
  private static final Pattern REPEATED = Pattern.compile("('[^']*'|[^']+)\\*(\\d+)");
  private static final List<String> PLACEHOLDERS =
      List.of("{row}", "{endpoint}", "{host}", "{gridftp}", "{data}", "{long:N}");
  private static final String DEFAULT_AREA = "testvo";

  private final Ground ground;
  private final String directory;
  private final Map<String, String> tokens = new HashMap<>();

  /**
   * @param directory the row's own directory in every area, a single name
   */
  Names(Ground ground, String directory) {
    this.ground = ground;
    this.directory = directory;
  }

  /** The values with repetitions written out: {@code F{n}*3} is F1, F2, F3. */
  static List<String> spread(Collection<String> values) {
    List<String> all = new ArrayList<>();
    for (String value : values) {
      Matcher repeated = REPEATED.matcher(value);
      if (!repeated.matches()) {
        all.add(value);
        continue;
      }
      for (int n = 1; n <= Integer.parseInt(repeated.group(2)); n++) {
        all.add(repeated.group(1).replace("{n}", Integer.toString(n)));
      }
    }
    return all;
  }

  /** The text of a word: its quotes gone, its placeholders filled. */
  String text(String word) {
    String bare = isQuoted(word) ? word.substring(1, word.length() - 1) : word;
    return PLACEHOLDER.matcher(bare).replaceAll(found -> Matcher.quoteReplacement(value(found)));
  }

  private String value(java.util.regex.MatchResult placeholder) {
    return switch (placeholder.group(1)) {
      case "row" -> directory;
      case "endpoint" -> ground.endpoint();
      case "host" -> ground.endpoint().replaceFirst(":.*", "");
      case "gridftp" -> ground.gridftp();
      case "data" -> ground.data().resolve(directory).toString();
      case "long" -> "x".repeat(Integer.parseInt(placeholder.group(2)));
      default -> throw new UnknownWord(placeholder.group(), "placeholders are", PLACEHOLDERS);
    };
  }

  /**
   * The SURL of a word: quoted, the word itself; {@code AREA:NAME}, a name in the row's directory
   * of that area; else one in the row's directory of the first area; {@code .} is that directory.
   */
  String surl(String word) {
    if (isQuoted(word)) {
      return text(word);
    }
    int colon = word.indexOf(':');
    boolean otherArea = colon > 0 && word.indexOf('{') < 0;
    String area = otherArea ? word.substring(0, colon) : DEFAULT_AREA;
    String name = otherArea ? word.substring(colon + 1) : word;
    String below = name.equals(".") ? "" : "/" + text(name);
    return "srm://" + ground.endpoint() + "/" + area + "/" + directory + below;
  }

  /** Where the file that a word names lies on the server's machine. */
  Path path(String word) {
    String prefix = "srm://" + ground.endpoint() + "/";
    return ground.home().resolve("data").resolve(surl(word).substring(prefix.length()));
  }

  /** The token of a request or space of this row, or what stands in quotes. */
  String token(String word) {
    if (isQuoted(word)) {
      return text(word);
    }
    String token = tokens.get(word);
    if (token == null) {
      throw new UnknownWord(
          word, "quote a token that no request of this row has; requests are", tokens.keySet());
    }
    return token;
  }

  void remember(String name, String token) {
    tokens.put(name, token);
  }

  private static boolean isQuoted(String word) {
    return word.length() > 1 && word.startsWith("'") && word.endsWith("'");
  }
}
