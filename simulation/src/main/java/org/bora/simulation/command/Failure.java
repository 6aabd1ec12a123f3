package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/** The report on a run that contradicts a promise, with the relevant part of its story. */
final class Failure {
  private static final Pattern NAME = Pattern.compile("(client-[0-9.]+-d?[0-9]+|shared-[0-9]+)");
  private static final int MOST_LINES = 120;

  private final Outcome outcome;
  private final Site.Settings settings;

  Failure(Outcome outcome, Site.Settings settings) {
    this.outcome = outcome;
    this.settings = settings;
  }

  List<String> lines(String commit) {
    List<String> lines = new ArrayList<>();
    lines.add("the story of seed " + outcome.seed() + ", as far as it matters:");
    List<Moment> story = story();
    if (story.size() > MOST_LINES) {
      lines.add("  (%d moments before)".formatted(story.size() - MOST_LINES));
    }
    story.stream()
        .skip(Math.max(0, story.size() - MOST_LINES))
        .forEach(moment -> lines.add("  " + moment));
    lines.add("contradictions of seed " + outcome.seed() + ", trace " + outcome.trace() + ":");
    outcome.contradictions().forEach(text -> lines.add("  " + text));
    lines.add("again%s: %s".formatted(commit.isEmpty() ? "" : " at commit " + commit, command()));
    return lines;
  }

  /** The report as JSON. */
  String json() {
    List<Moment> story = story();
    StringJoiner moments = new StringJoiner(",", "[", "]");
    story.stream()
        .skip(Math.max(0, story.size() - MOST_LINES))
        .forEach(moment -> moments.add(Summary.quoted(moment.toString())));
    return "{\"faults\":%d,\"disturbedSeconds\":%d,\"trace\":%s,\"command\":%s,\"found\":%s,\"story\":%s}"
        .formatted(
            outcome.faults().values().stream().mapToInt(Integer::intValue).sum(),
            outcome.disturbed().toSeconds(),
            Summary.quoted(outcome.trace()),
            Summary.quoted(command()),
            Summary.list(outcome.contradictions()),
            moments);
  }

  /** The command that replays this run. */
  String command() {
    StringBuilder command = new StringBuilder("./bora simulate --seed " + outcome.seed());
    if (!settings.disturbed().equals(Site.Settings.defaults().disturbed())) {
      command.append(" --until ").append(settings.disturbed().toSeconds()).append('s');
    }
    settings
        .only()
        .clients()
        .ifPresent(some -> command.append(" --only-clients ").append(of(some)));
    settings.only().faults().ifPresent(some -> command.append(" --only-faults ").append(of(some)));
    return command.toString();
  }

  private static String of(Set<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** All faults, and the events of the names that the contradictions are about. */
  private List<Moment> story() {
    Set<String> names = new LinkedHashSet<>();
    for (String text : outcome.contradictions()) {
      Matcher found = NAME.matcher(text);
      while (found.find()) {
        names.add(found.group(1));
      }
    }
    Duration last = outcome.firstWrong().orElse(outcome.simulated()).plus(Duration.ofMillis(1));
    Set<String> answered = new LinkedHashSet<>();
    List<Moment> told = new ArrayList<>();
    for (Moment moment : outcome.story()) {
      boolean about = names.stream().anyMatch(name -> isAbout(moment.what(), name));
      boolean answer = moment.kind() == Moment.Kind.HEARD && answered.remove(moment.lane());
      if (about && moment.kind() == Moment.Kind.ASKED) {
        answered.add(moment.lane());
      }
      boolean always =
          switch (moment.kind()) {
            case FAULT, UP, DOWN, WRONG -> true;
            default -> false;
          };
      if ((always || about || answer) && moment.at().compareTo(last) <= 0) {
        told.add(moment);
      }
    }
    return told;
  }

  private static boolean isAbout(String what, String name) {
    int at = what.indexOf(name);
    int end = at + name.length();
    return at >= 0 && (end == what.length() || !Character.isDigit(what.charAt(end)));
  }
}
