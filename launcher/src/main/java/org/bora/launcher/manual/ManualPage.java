package org.bora.launcher.manual;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual page of one verb, in the macros of man(7).
 *
 * @param verb whose help is written
 * @param version of Bora, for the foot of the page
 */
public record ManualPage(CommandLine verb, String version) {
  private static final String SECTION = "1";

  public ManualPage {
    Objects.requireNonNull(verb, "verb");
    Objects.requireNonNull(version, "version");
  }

  /** The verbs below a command that have pages of their own, at any depth; help has none. */
  static Stream<CommandLine> below(CommandLine command) {
    return directlyBelow(command).flatMap(verb -> Stream.concat(Stream.of(verb), below(verb)));
  }

  private static Stream<CommandLine> directlyBelow(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(verb -> !verb.getCommandName().equals("help"))
        .filter(verb -> !verb.getCommandSpec().usageMessage().hidden());
  }

  /** The name of its file, for example {@code bora-config-check.1}. */
  public String file() {
    return name() + "." + SECTION;
  }

  private String name() {
    return spec().qualifiedName("-");
  }

  private CommandSpec spec() {
    return verb.getCommandSpec();
  }

  /** The page. */
  public String text() {
    StringBuilder page = new StringBuilder();
    page.append(".TH \"%s\" %s \"\" \"Bora %s\" \"Bora\"\n".formatted(name(), SECTION, version));
    String[] description = description(spec());
    section(page, "NAME", name() + " \\- " + escaped(firstSentence(description)));
    page.append(".SH SYNOPSIS\n.nf\n");
    page.append(escaped(verb.getHelp().synopsis(0)).stripTrailing()).append("\n.fi\n");
    page.append(".SH DESCRIPTION\n");
    for (String paragraph : description) {
      page.append(".PP\n").append(line(paragraph)).append('\n');
    }
    entries(page, "ARGUMENTS", spec().positionalParameters());
    entries(page, "OPTIONS", spec().options());
    verbs(page);
    section(page, "SEE ALSO", seeAlso());
    return page.toString();
  }

  private static String[] description(CommandSpec spec) {
    return Arrays.stream(spec.usageMessage().description())
        .map(text -> text.replace("${COMMAND-NAME}", spec.name()))
        .toArray(String[]::new);
  }

  private static String firstSentence(String[] description) {
    String all = String.join(" ", description);
    int end = all.indexOf(". ");
    String first = end < 0 ? all : all.substring(0, end);
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }

  private static void section(StringBuilder page, String title, String text) {
    page.append(".SH ").append(title).append('\n').append(text).append('\n');
  }

  private void entries(StringBuilder page, String title, List<? extends ArgSpec> arguments) {
    List<? extends ArgSpec> shown =
        arguments.stream().filter(argument -> !argument.hidden()).toList();
    if (shown.isEmpty()) {
      return;
    }
    page.append(".SH ").append(title).append('\n');
    for (ArgSpec argument : shown) {
      page.append(".TP\n\\fB").append(escaped(label(argument))).append("\\fR\n");
      page.append(line(description(argument))).append('\n');
    }
  }

  /** What picocli puts in place of these variables in the help. */
  private static String description(ArgSpec argument) {
    String text = String.join(" ", argument.description());
    if (argument.completionCandidates() != null) {
      text =
          text.replace(
              "${COMPLETION-CANDIDATES}", String.join(", ", argument.completionCandidates()));
    }
    return text.replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()));
  }

  private static String label(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return argument.paramLabel();
    }
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + "=" + option.paramLabel();
  }

  private void verbs(StringBuilder page) {
    List<CommandLine> below = directlyBelow(verb).toList();
    if (below.isEmpty()) {
      return;
    }
    page.append(".SH VERBS\n");
    for (CommandLine one : below) {
      page.append(".TP\n\\fB").append(escaped(one.getCommandName())).append("\\fR\n");
      page.append(line(firstSentence(description(one.getCommandSpec())))).append(".\n");
    }
  }

  private String seeAlso() {
    Stream<String> pages =
        verb.getParent() == null
            ? below(verb).map(one -> one.getCommandSpec().qualifiedName("-"))
            : Stream.of(verb.getParent().getCommandSpec().qualifiedName("-"));
    return pages
            .map(page -> "\\fB" + escaped(page) + "\\fR(" + SECTION + ")")
            .collect(Collectors.joining(", "))
        + "\n.PP\nThe documentation is in /usr/share/doc/bora.";
  }

  /** Text that begins a line: a dot or an apostrophe there would be a macro. */
  private static String line(String text) {
    String safe = escaped(text);
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }

  private static String escaped(String marked) {
    String plain = Ansi.OFF.string(marked).replace("\\", "\\e").replace("-", "\\-");
    return Arrays.stream(plain.split("\n", -1))
        .map(one -> one.startsWith(".") || one.startsWith("'") ? "\\&" + one : one)
        .collect(Collectors.joining("\n"));
  }
}
