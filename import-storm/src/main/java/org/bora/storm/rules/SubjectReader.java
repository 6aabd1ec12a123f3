package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.Element;

/** Reads the subjects of an approachable rule, which are regular expressions. */
final class SubjectReader {
  private static final Set<String> ANY = Set.of("", "*", ".*");
  private static final Pattern PLAIN_VO = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern VO_BEGINNING = Pattern.compile("([A-Za-z0-9._-]+)\\.\\*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.]+");
  private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9 .,:;@_'()-]*");

  private final String file;
  private final Findings findings;

  SubjectReader(String file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Empty where no caller can be let in for it; the findings say so. */
  Optional<RuleSubject> read(Element rule) {
    String name = "app-rule " + rule.attribute("name");
    Element subjects = rule.child("subjects").orElse(rule);
    String dn = subjects.valueOf("dn").orElse("");
    String vo = subjects.valueOf("vo-name").orElse("");
    Spot place = new Spot(file, subjects.line(), name + " subjects");
    String value = "dn " + (dn.isEmpty() ? "*" : dn) + ", vo-name " + (vo.isEmpty() ? "*" : vo);
    if (ANY.contains(dn)) {
      return byVo(place, value, vo);
    }
    if (ANY.contains(vo)) {
      return byName(place, value, dn);
    }
    findings.dropped(
        place,
        value,
        "a rule is about subjects or about a VO, not about both: it lets no caller in; write"
            + " rules 'allow ... to dn \"/DC=...\"'");
    return Optional.empty();
  }

  private Optional<RuleSubject> byVo(Spot place, String value, String vo) {
    if (ANY.contains(vo)) {
      findings.kept(place, value, "anyone");
      return Optional.of(new RuleSubject("anyone", Optional.empty(), false));
    }
    if (PLAIN_VO.matcher(vo).matches()) {
      findings.kept(place, value, "vo " + vo);
      return Optional.of(new RuleSubject("vo " + vo, Optional.of(vo), false));
    }
    if (VO_BEGINNING.matcher(vo).matches()) {
      String beginning = vo.substring(0, vo.length() - 2) + "*";
      String who = "vo " + beginning;
      findings.changed(
          place, value, who, "rules know no regular expressions; * stands for any text");
      return Optional.of(new RuleSubject(who, Optional.of(beginning), false));
    }
    findings.dropped(
        place,
        value,
        "rules know no regular expressions: this one lets no caller in; write a rule 'allow ... to vo"
            + " NAME' for each VO");
    return Optional.empty();
  }

  private Optional<RuleSubject> byName(Spot place, String value, String dn) {
    List<String> parts = new ArrayList<>();
    for (String part : dn.split("/", -1)) {
      String[] couple = part.split("=", -1);
      if (part.isEmpty()) {
        continue;
      }
      Optional<String> glob =
          couple.length == 2 && NAME.matcher(couple[0]).matches()
              ? glob(couple[1])
              : Optional.empty();
      if (glob.isEmpty()) {
        findings.dropped(
            place,
            value,
            "'"
                + part
                + "' is a regular expression that * cannot express: it lets no caller in; write"
                + " rules 'allow ... to dn \"/DC=...\"'");
        return Optional.empty();
      }
      parts.add(couple[0] + "=" + glob.get());
    }
    if (parts.isEmpty()) {
      findings.dropped(
          place, value, "it names no part of a subject: it lets no caller in; write dn /DC=...");
      return Optional.empty();
    }
    String pattern = "/" + String.join("/", parts);
    boolean whole = parts.getLast().startsWith("CN=") || pattern.endsWith("*");
    String who = "dn \"" + pattern + (whole ? "" : "/*") + "\"";
    findings.changed(
        place,
        value,
        who,
        "StoRM looks for the parts one by one, a rule for the whole subject in this order:"
            + " see that it means who you mean");
    return Optional.of(new RuleSubject(who, Optional.empty(), true));
  }

  private static Optional<String> glob(String expression) {
    String open = expression.replace(".*", "\0").replace("\\.", ".");
    String bare = open.replace("\0", "");
    return LITERAL.matcher(bare).matches() && !open.isBlank()
        ? Optional.of(open.replace('\0', '*'))
        : Optional.empty();
  }
}
