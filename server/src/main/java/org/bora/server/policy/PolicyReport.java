package org.bora.server.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.Explanation;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleBook;
import org.bora.backend.locate.AreaNames;
import org.bora.backend.locate.AreaNames.Found;
import org.bora.backend.locate.LocateSettings;
import org.bora.door.admit.BanList;
import org.bora.door.admit.BanSettings;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.storage.spi.AreaPath;

/** Explains a decision for one caller, in the steps that the server takes. */
public final class PolicyReport {

  /**
   * What the decision depends on.
   *
   * @param ordered bans made at run time; absent where no process was asked for them
   * @param account tells the local account of a caller, and why, or why there is none
   */
  public record Ground(
      Configuration configuration,
      Optional<BanSettings> ordered,
      Function<Caller, String> account) {
    public Ground {
      Objects.requireNonNull(configuration, "configuration");
      Objects.requireNonNull(ordered, "ordered");
      Objects.requireNonNull(account, "account");
    }
  }

  private final Ground ground;
  private final List<String> lines = new ArrayList<>();
  private boolean allowed;

  private PolicyReport(Ground ground) {
    this.ground = ground;
  }

  /** Decides. */
  public static PolicyReport of(Ground ground, Caller caller, OperationClass use, Surl surl) {
    PolicyReport report = new PolicyReport(ground);
    report.say(
        "caller",
        caller.dn()
            + (caller.fqans().isEmpty() ? ", no VOMS attributes" : " " + caller.fqans())
            + (caller.host().isEmpty() ? "" : " from " + caller.host()));
    caller.grant().ifPresent(grant -> report.say("token", grant.toString()));
    report.say("asks", use.word() + " of " + surl);
    boolean banned = report.ban(caller);
    String outcome = report.place(ground.configuration(), caller, use, surl);
    report.say("account", ground.account().apply(caller) + "; matters only if Bora runs as root");
    report.allowed &= !banned;
    report.say(report.allowed ? "ALLOWED" : "REFUSED", banned ? "the caller is banned" : outcome);
    return report;
  }

  /** For people. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Whether the rules allow it and no ban stands before them. */
  public boolean allowed() {
    return allowed;
  }

  private void say(String what, String text) {
    lines.add("%-8s %s".formatted(what, text));
  }

  private boolean ban(Caller caller) {
    Optional<BanList.Hit> hit =
        new BanList(ground.configuration().frontend().admission().bans()).bans(caller);
    if (hit.isEmpty() && ground.ordered().isPresent()) {
      hit = new BanList(ground.ordered().get()).bans(caller);
    }
    say("bans", hit.map(ban -> "banned by " + ban).orElseGet(() -> notBanned(caller)));
    return hit.isPresent();
  }

  private String notBanned(Caller caller) {
    List<String> unseen = new ArrayList<>();
    if (caller.issuer().isEmpty()) {
      unseen.add("authorities, give --authority");
    }
    if (ground.ordered().isEmpty()) {
      unseen.add("bans made at run time, ask with --running");
    }
    return "none is for the caller"
        + (unseen.isEmpty() ? "" : " (not looked at: " + String.join("; ", unseen) + ")");
  }

  private String place(Configuration configuration, Caller caller, OperationClass use, Surl surl) {
    Map<String, String> sfns = new LinkedHashMap<>();
    Map<String, String> aliases = new HashMap<>();
    Map<String, List<Rule>> rules = new HashMap<>();
    for (AreaSettings area : configuration.areas()) {
      sfns.put(area.name(), area.sfn());
      area.aliases().forEach(alias -> aliases.put(alias, area.name()));
      rules.put(area.name(), area.rules());
    }
    List<String> hosts = new ArrayList<>(List.of(configuration.endpoint().host()));
    hosts.addAll(configuration.endpoint().aliases());
    RuleBook book = new RuleBook(rules);
    return switch (new AreaNames(new LocateSettings(hosts), sfns, aliases).find(surl)) {
      case Found.Nowhere(ReturnStatus status) -> status.explanation();
      case Found.Above(String sfn) -> above(book, caller, use, sfn);
      case Found.Inside(var area, var path) -> {
        say("area", area + ", path /" + path);
        yield decided(book.explain(caller, use, area, below(sfns.get(area), path), path));
      }
    };
  }

  private static String below(String sfn, AreaPath path) {
    return path.isRoot() ? sfn : (sfn.equals("/") ? "" : sfn) + "/" + path;
  }

  /** As the server: strangers see nothing, others may look. */
  private String above(RuleBook book, Caller caller, OperationClass use, String sfn) {
    allowed = use == OperationClass.LIST && book.isKnown(caller);
    return sfn
        + " lies above the storage areas: "
        + (allowed
            ? "whom any area knows may list it"
            : "it can only be listed, by whom any area knows");
  }

  private String decided(Explanation explanation) {
    for (Explanation.Passed passed : explanation.passed()) {
      say("no match", at(passed.rule()) + ": " + passed.why());
    }
    explanation.decider().ifPresent(rule -> say("decides", at(rule)));
    allowed = explanation.decision() instanceof Decision.Allowed;
    return explanation.decision().reason();
  }

  private static String at(Rule rule) {
    return rule.origin() + "  " + rule;
  }
}
