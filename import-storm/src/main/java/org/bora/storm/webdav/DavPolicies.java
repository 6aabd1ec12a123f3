package org.bora.storm.webdav;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;

/**
 * Fine-grained policies as rules. The first policy that applies decides, as rules do in Bora. A
 * permission is left out if the rule would permit more. A denial that cannot be a rule makes the
 * area weaker.
 */
final class DavPolicies {
  private static final Map<String, String> ACTIONS =
      Map.of(
          "read", "read",
          "list", "list",
          "write", "write, create",
          "delete", "delete",
          "all", "read, write, create, delete, list");

  /** What a path of a rule cannot have. */
  private static final Pattern NO_PATH = Pattern.compile(".*[?{\\s].*|.*/\\.{1,2}(/.*)?");

  private final List<Map<String, Property>> policies;
  private final List<DavIssuer> issuers;
  private final Findings findings;

  DavPolicies(List<Map<String, Property>> policies, List<DavIssuer> issuers, Findings findings) {
    this.policies = List.copyOf(policies);
    this.issuers = List.copyOf(issuers);
    this.findings = findings;
  }

  /** Tells of policies that no area uses. */
  void tellOthers(List<DavArea> areas) {
    for (Map<String, Property> policy : policies) {
      String sa = value(policy, "sa");
      if (areas.stream().noneMatch(area -> area.name().equals(sa))) {
        findings.dropped(place(policy), shown(policy), "no storage area has the name '" + sa + "'");
      }
    }
  }

  /**
   * The rules of one area, in their order.
   *
   * @param sfn under which clients see it in Bora
   */
  List<String> rules(DavArea area, String sfn) {
    List<String> rules = new ArrayList<>();
    for (Map<String, Property> policy : policies) {
      if (value(policy, "sa").equals(area.name())) {
        if (area.flag(DavArea.POLICIES)) {
          rules.addAll(rules(policy, sfn));
        } else {
          findings.dropped(
              place(policy), shown(policy), DavArea.POLICIES + " is not true in " + area.file());
        }
      }
    }
    return rules;
  }

  private List<String> rules(Map<String, Property> policy, String sfn) {
    boolean permit = value(policy, "effect").equalsIgnoreCase("permit");
    String operations = operations(policy);
    List<String> rules = new ArrayList<>();
    List<String> odd = new ArrayList<>();
    for (String where : places(policy, sfn, odd)) {
      for (int at = 0; policy.containsKey("principals[" + at + "].type"); at++) {
        String key = "principals[" + at + "]";
        Optional<String> who = who(policy, key);
        who.ifPresent(
            one -> rules.add((permit ? "allow " : "deny ") + operations + " to " + one + where));
        if (who.isEmpty() && !odd.contains(value(policy, key + ".type"))) {
          odd.add(value(policy, key + ".type"));
        }
      }
    }
    tell(policy, permit, rules, odd);
    return operations.isEmpty() ? List.of() : rules;
  }

  private void tell(
      Map<String, Property> policy, boolean permit, List<String> rules, List<String> odd) {
    String left = "no rule means the same for " + String.join(", ", odd);
    String becomes = "areas[].rules: " + String.join("; ", rules);
    if (operations(policy).isEmpty()) {
      findings.unknown(place(policy), shown(policy), "no actions of StoRM WebDAV's");
    } else if (odd.isEmpty() && !rules.isEmpty()) {
      findings.changed(
          place(policy),
          shown(policy),
          becomes,
          "the rule holds for SRM too, for groups below a group, and for no caller without a"
              + " certificate or token");
    } else if (!permit) {
      findings.weaker(
          place(policy), shown(policy), becomes, left + ": write a rule that denies it");
    } else if (rules.isEmpty()) {
      findings.dropped(place(policy), shown(policy), left + ": write a rule for these callers");
    } else {
      findings.changed(place(policy), shown(policy), becomes, left + ": write a rule for them");
    }
  }

  private static String operations(Map<String, Property> policy) {
    Set<String> operations = new LinkedHashSet<>();
    for (int at = 0; policy.containsKey("actions[" + at + "]"); at++) {
      String action = value(policy, "actions[" + at + "]").toLowerCase(Locale.ROOT);
      Collections.addAll(operations, ACTIONS.getOrDefault(action, "").split(", ", -1));
    }
    operations.remove("");
    return String.join(", ", operations);
  }

  /** The part of a rule after the caller, for each path; invalid paths are reported. */
  private static List<String> places(Map<String, Property> policy, String sfn, List<String> odd) {
    List<String> places = new ArrayList<>();
    for (int at = 0; policy.containsKey("paths[" + at + "]"); at++) {
      String path = value(policy, "paths[" + at + "]");
      if (path.startsWith("/") && !NO_PATH.matcher(path).matches()) {
        places.add(" on " + sfn + (path.equals("/") ? "" : path));
      } else {
        odd.add("path " + path);
      }
    }
    return places.isEmpty() && odd.isEmpty() ? List.of("") : places;
  }

  private Optional<String> who(Map<String, Property> policy, String key) {
    String params = key + ".params.";
    Optional<DavIssuer> issuer =
        issuers.stream()
            .filter(one -> one.url().equals(value(policy, params + "iss")))
            .filter(DavIssuer::isUsable)
            .findFirst();
    String type = value(policy, key + ".type").toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (type) {
      case "anyone", "any-authenticated-user" -> Optional.of("anyone");
      case "vo" -> plain("vo ", value(policy, params + "vo"), "[A-Za-z0-9._-]+");
      case "fqan" -> plain("fqan ", value(policy, params + "fqan"), "/[A-Za-z0-9._/=-]+");
      case "jwt-issuer" -> issuer.map(DavIssuer::who);
      case "jwt-subject" -> issuer.map(one -> one.who(value(policy, params + "sub")));
      case "x509-subject" -> subject(value(policy, params + "subject"));
      default -> Optional.empty();
    };
  }

  private static Optional<String> plain(String kind, String name, String form) {
    return name.matches(form) ? Optional.of(kind + name) : Optional.empty();
  }

  /** {@code CN=x,O=y} is {@code /O=y/CN=x}; empty where something in it is escaped. */
  private static Optional<String> subject(String name) {
    if (name.matches(".*[\\\\\"*/].*") || !name.contains("=")) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>(List.of(name.split("\\s*,\\s*", -1)));
    Collections.reverse(parts);
    return Optional.of("dn \"/" + String.join("/", parts) + "\"");
  }

  private static String value(Map<String, Property> policy, String key) {
    return Optional.ofNullable(policy.get(key)).map(Property::value).orElse("");
  }

  private static String shown(Map<String, Property> policy) {
    String told = value(policy, "description");
    return told.isEmpty() ? value(policy, "sa") : told;
  }

  private static Spot place(Map<String, Property> policy) {
    Property first = policy.values().iterator().next();
    int end = first.key().indexOf(']');
    return new Spot(first.file(), first.line(), first.key().substring(0, end + 1));
  }
}
