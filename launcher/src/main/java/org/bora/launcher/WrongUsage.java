package org.bora.launcher;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an error in a command line on the error output, and how to get help. */
final class WrongUsage implements CommandLine.IParameterExceptionHandler {
  private static final String NUMBER = "a whole number";
  private static final Map<Class<?>, String> EXPECTED =
      Map.of(
          int.class, NUMBER,
          Integer.class, NUMBER,
          long.class, NUMBER,
          Long.class, NUMBER,
          Instant.class, "a time, for example 2026-01-31T09:00:00Z",
          URI.class, "an address, for example https://se.example.org:8447");

  @Override
  public int handleParseException(ParameterException wrong, String[] words) {
    CommandLine verb = wrong.getCommandLine();
    PrintWriter err = verb.getErr();
    told(wrong, List.of(words)).forEach(err::println);
    if (verb.getParent() != null) {
      err.println("See " + quoted(name(verb) + " --help") + ".");
    } else if (words.length > 0) {
      err.println("See " + quoted("bora --help") + " for all verbs.");
    } else {
      verb.usage(err);
    }
    return verb.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static List<String> told(ParameterException wrong, List<String> words) {
    CommandLine verb = wrong.getCommandLine();
    return switch (wrong) {
      case UnmatchedArgumentException unmatched -> unknown(verb, unmatched.getUnmatched());
      case MissingParameterException missing -> missing(verb, missing.getMissing(), words);
      case OverwrittenOptionException twice ->
          List.of("bora: " + first(twice.getOverwritten()) + " may be given only once");
      case MutuallyExclusiveArgsException several ->
          List.of("bora: " + several.getMessage().replaceFirst("^Error: ", ""));
      default -> List.of("bora: " + plain(wrong));
    };
  }

  private static String plain(ParameterException wrong) {
    if (wrong.getArgSpec() != null && wrong.getValue() != null) {
      return value(wrong.getArgSpec(), wrong.getValue(), wrong.getMessage());
    }
    if (wrong.getValue() != null) {
      return unknownVerb(wrong.getCommandLine(), wrong.getValue());
    }
    return wrong.getCommandLine().getParent() == null
        ? "name a verb, for example `bora status`"
        : wrong.getMessage();
  }

  private static List<String> unknown(CommandLine verb, List<String> unmatched) {
    String word = unmatched.getFirst();
    if (word.startsWith("-") && word.length() > 1) {
      return List.of("bora: " + unknownOption(verb, word));
    }
    if (!verb.getSubcommands().isEmpty()) {
      return List.of("bora: " + unknownVerb(verb, word));
    }
    return List.of("bora: " + quoted(name(verb)) + " takes no argument '" + word + "'");
  }

  private static String unknownOption(CommandLine verb, String word) {
    String option = word.replaceFirst("=.*", "");
    List<String> known =
        verb.getCommandSpec().options().stream()
            .filter(each -> !each.hidden())
            .flatMap(each -> Arrays.stream(each.names()))
            .filter(each -> each.startsWith("--"))
            .map(each -> each.substring(2))
            .toList();
    List<String> near =
        Nearest.to(option.replaceFirst("^-+", ""), known).stream()
            .map(each -> "--" + each)
            .toList();
    return quoted(name(verb)) + " has no option " + option + meant(near);
  }

  /** A verb of a verb may have been named alone: {@code check} for {@code config check}. */
  private static String unknownVerb(CommandLine verb, String word) {
    if (verb.getParent() == null && Verbs.isOfACheckout(word)) {
      return quoted(name(verb) + " " + word) + " needs a checkout of the sources";
    }
    List<String> near = new ArrayList<>(Nearest.to(word, verb.getSubcommands().keySet()));
    if (near.isEmpty()) {
      for (Map.Entry<String, CommandLine> each : verb.getSubcommands().entrySet()) {
        if (each.getValue().getSubcommands().containsKey(word)) {
          near.add(each.getKey() + " " + word);
        }
      }
    }
    return verb.getParent() == null
        ? "unknown verb '" + word + "'" + meant(near)
        : quoted(name(verb)) + " has no verb '" + word + "'" + meant(near);
  }

  private static String meant(List<String> near) {
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }

  private static List<String> missing(CommandLine verb, List<ArgSpec> missing, List<String> words) {
    if (missing.size() == 1 && isNamed(missing.getFirst(), words)) {
      return List.of("bora: " + first(missing.getFirst()) + " needs a value: " + shape(missing));
    }
    List<String> lines = new ArrayList<>();
    lines.add("bora: " + quoted(name(verb)) + " needs " + shape(missing));
    for (ArgSpec each : missing) {
      lines.add("  " + shape(List.of(each)) + "  " + String.join(" ", each.description()));
    }
    return lines;
  }

  private static boolean isNamed(ArgSpec argument, List<String> words) {
    return argument instanceof OptionSpec option
        && Arrays.stream(option.names()).anyMatch(words::contains);
  }

  /** As the synopsis has them: {@code --name=NAME}, or {@code FILE}. */
  private static String shape(List<ArgSpec> arguments) {
    return arguments.stream()
        .map(
            each ->
                each instanceof OptionSpec option
                    ? option.longestName() + "=" + each.paramLabel()
                    : each.paramLabel())
        .collect(Collectors.joining(", "));
  }

  /**
   * A value that cannot be parsed.
   *
   * @param told the parser's message, for types that are not handled here
   */
  private static String value(ArgSpec argument, String value, String told) {
    Class<?> type = argument.type();
    String expected = type.isEnum() ? "one of " + constants(type) : EXPECTED.get(type);
    return expected == null ? told : first(argument) + ": '" + value + "' is not " + expected;
  }

  private static String constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  private static String first(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String name(CommandLine verb) {
    return verb.getCommandSpec().qualifiedName();
  }

  private static String quoted(String command) {
    return "`" + command + "`";
  }
}
