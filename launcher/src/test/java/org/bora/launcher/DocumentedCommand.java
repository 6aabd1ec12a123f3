package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * A {@code bora} command in a block of code of the documentation.
 *
 * @param where FILE:LINE
 * @param words what follows {@code bora}
 */
public record DocumentedCommand(String where, List<String> words) {

  /** At the begin of a line, after what shells and crontabs have before a command. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:[$#] |sudo |setsid |exec |eval \"\\$\\(|[A-Z_]+=\\S+ |[0-9*/]+(?: [0-9*/]+){4} root )*"
              + "(?:\\./|/\\S+/)?bora (?<rest>.+)");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** What ends a command. */
  private static final Pattern END = Pattern.compile("\\s(?:#|\\||&|;|<|>|[12]>).*|\\)\".*");

  /** In all files, in their order. */
  public static List<DocumentedCommand> all() {
    List<DocumentedCommand> commands = new ArrayList<>();
    for (MarkdownFile file : MarkdownFile.all()) {
      file.code()
          .forEach(
              (number, line) ->
                  words(line)
                      .ifPresent(
                          words ->
                              commands.add(
                                  new DocumentedCommand(file.path() + ":" + number, words))));
    }
    return commands;
  }

  /** Within a sentence, where it is code. */
  private static final Pattern INLINE = Pattern.compile("`(?:\\./)?bora ([^`]+)`");

  /** Those in sentences of all pages but decisions, which also tell what there is not. */
  public static List<DocumentedCommand> inSentences() {
    List<DocumentedCommand> commands = new ArrayList<>();
    for (MarkdownFile file : MarkdownFile.all()) {
      if (!file.path().startsWith("docs/adr")) {
        for (int i = 0; i < file.lines().size(); i++) {
          Matcher inline = INLINE.matcher(file.lines().get(i));
          while (inline.find()) {
            commands.add(
                new DocumentedCommand(file.path() + ":" + (i + 1), split(inline.group(1))));
          }
        }
      }
    }
    return commands;
  }

  /** The words of a line's command, if it is one of Bora's. */
  public static Optional<List<String>> words(String line) {
    Matcher command = COMMAND.matcher(line.strip());
    if (!command.matches()) {
      return Optional.empty();
    }
    String rest = END.matcher(command.group("rest")).replaceAll("");
    return Optional.of(split(rest));
  }

  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(text); word.find(); ) {
      String quoted = word.group(1) == null ? word.group(2) : word.group(1);
      words.add(quoted == null ? word.group(3) : quoted);
    }
    return words;
  }

  /** Those of the words that are verbs: {@code config check}; empty for options alone. */
  String verb(CommandLine line) {
    if (Verbs.isOfACheckout(words.getFirst())) {
      return words.getFirst();
    }
    List<String> verbs = new ArrayList<>();
    CommandLine at = line;
    for (String word : words) {
      at = at.getSubcommands().get(word);
      if (at == null) {
        break;
      }
      verbs.add(word);
    }
    return String.join(" ", verbs);
  }

  @Override
  public String toString() {
    return where + ": bora " + String.join(" ", words);
  }
}
