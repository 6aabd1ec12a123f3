package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.backend.authorise.Who.Anyone;
import org.bora.backend.authorise.Who.Dn;
import org.bora.backend.authorise.Who.Group;
import org.bora.backend.authorise.Who.Vo;

/**
 * The virtual organisations that the rules of an area admit, for publication. Only names in rules
 * are known. A rule for anyone, for certificate subjects or for a pattern admits members of
 * organisations that it does not name; these are not guessed.
 *
 * @param names sorted
 * @param anyone whether some rule is for everyone with a trusted certificate
 * @param unnamed the rules that admit callers without naming their organisation, as written
 */
public record AllowedVos(List<String> names, boolean anyone, List<Rule> unnamed) {

  public AllowedVos {
    names = List.copyOf(names);
    unnamed = List.copyOf(unnamed);
  }

  /** Those of the rules of one area, in their order; who may only administer it is no user. */
  public static AllowedVos of(List<Rule> rules) {
    Set<String> names = new TreeSet<>();
    List<Rule> unnamed = new ArrayList<>();
    List<Rule> denials = new ArrayList<>();
    for (Rule rule : rules) {
      if (!rule.allow()) {
        denials.add(rule);
      } else if (!left(rule, denials).isEmpty()) {
        named(rule.who()).ifPresentOrElse(names::add, () -> unnamed.add(rule));
      }
    }
    return new AllowedVos(
        List.copyOf(names),
        unnamed.stream().anyMatch(rule -> rule.who() instanceof Anyone),
        unnamed);
  }

  /** What a rule still allows after the denials before it. */
  private static Set<OperationClass> left(Rule allowing, List<Rule> denials) {
    Set<OperationClass> uses = EnumSet.noneOf(OperationClass.class);
    uses.addAll(allowing.uses());
    uses.remove(OperationClass.ADMIN);
    for (Rule denial : denials) {
      if (denial.from().isEmpty() && denial.on().isEmpty() && covers(denial, allowing)) {
        uses.removeAll(denial.uses());
      }
    }
    return uses;
  }

  /** Whether everybody whom the second is for is denied by the first. */
  private static boolean covers(Rule denial, Rule allowing) {
    Optional<String> vo = named(allowing.who());
    return switch (denial.who()) {
      case Anyone() -> true;
      case Dn dn -> dn.equals(allowing.who());
      case Vo(Glob name) ->
          vo.filter(name::matches).isPresent() || denial.who().equals(allowing.who());
      case Group group ->
          group.equals(allowing.who())
              || (group.role().isEmpty()
                  && vo.filter(name -> group.group().matches("/" + name)).isPresent());
    };
  }

  /** The organisation of a pattern that can match members of one alone. */
  private static Optional<String> named(Who who) {
    Objects.requireNonNull(who, "who");
    String name =
        switch (who) {
          case Anyone() -> "*";
          case Dn _ -> "*";
          case Vo(Glob vo) -> vo.toString();
          case Group group -> first(group.group().toString());
        };
    return name.indexOf('*') >= 0 ? Optional.empty() : Optional.of(name);
  }

  /** {@code atlas} of {@code /atlas/production}. */
  private static String first(String group) {
    int end = group.indexOf('/', 1);
    return group.substring(1, end < 0 ? group.length() : end);
  }
}
