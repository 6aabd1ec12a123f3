package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code bora} command in a block of code of the documentation.
 *
 * @param where FILE:LINE
 * @param words what follows {@code bora}
 */
record DocumentedCommand(String where, List<String> words) {

  /** At the begin of a line, after what shells and crontabs have before a command. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:[$#] |sudo |setsid |exec |eval \"\\$\\(|[A-Z_]+=\\S+ |[0-9*/]+(?: [0-9*/]+){4} root )*"
              + "(?:\\./|/\\S+/)?bora (?<rest>.+)");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /** What ends a command. */
  private static final Pattern END = Pattern.compile("\\s(?:#|\\||&|;|<|>|[12]>).*|\\)\".*");

  /** In all files, in their order. */
  static List<DocumentedCommand> all() {
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

  /** The words of a line's command, if it is one of Bora's. */
  static Optional<List<String>> words(String line) {
    Matcher command = COMMAND.matcher(line.strip());
    if (!command.matches()) {
      return Optional.empty();
    }
    String rest = END.matcher(command.group("rest")).replaceAll("");
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(rest); word.find(); ) {
      String quoted = word.group(1) == null ? word.group(2) : word.group(1);
      words.add(quoted == null ? word.group(3) : quoted);
    }
    return Optional.of(words);
  }

  @Override
  public String toString() {
    return where + ": bora " + String.join(" ", words);
  }
}
