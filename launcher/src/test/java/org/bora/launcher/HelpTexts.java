package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The help of every verb and option can be read by itself: it begins with a capital letter, ends
 * with a full stop or an example, and names its subject.
 */
public final class HelpTexts {
  private static final Pattern SENTENCES =
      Pattern.compile("[A-Z][^ ]*( [^ ]+)*([.:]|\\.\\.\\.)", Pattern.DOTALL);
  private static final Pattern EXAMPLE =
      Pattern.compile("(.* )?[Ff]or (example|a shell)[,:].*|  bora .*|.*, for example .*");
  private static final Pattern VAGUE =
      Pattern.compile(
          "(?i)\\b(nobody|whoever|somebody|come again|anew|goes on after)\\b|^(Of|Its|Only those) ");

  private HelpTexts() {}

  /** What is wrong with the help of this command and of those below it. */
  public static List<String> mistakes(CommandLine command) {
    List<String> mistakes = new ArrayList<>();
    collect(command, mistakes);
    return mistakes;
  }

  private static void collect(CommandLine verb, List<String> mistakes) {
    CommandSpec spec = verb.getCommandSpec();
    String name = spec.qualifiedName();
    check(name, spec.usageMessage().description(), mistakes);
    Stream.<ArgSpec>concat(spec.options().stream(), spec.positionalParameters().stream())
        .filter(argument -> !argument.hidden())
        .forEach(
            argument ->
                check(name + " " + argument.paramLabel(), argument.description(), mistakes));
    verb.getSubcommands().values().forEach(below -> collect(below, mistakes));
  }

  private static void check(String what, String[] paragraphs, List<String> mistakes) {
    if (paragraphs.length == 0) {
      mistakes.add(what + " has no help");
    }
    for (String paragraph : paragraphs) {
      boolean whole =
          SENTENCES.matcher(paragraph).matches() || EXAMPLE.matcher(paragraph).matches();
      if (!whole || VAGUE.matcher(paragraph).find()) {
        mistakes.add(what + ": " + paragraph);
      }
    }
  }
}
