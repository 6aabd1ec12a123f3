package org.bora.server.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.RuleReader;
import org.bora.door.admit.BanSettings;
import org.bora.server.config.Configuration;
import org.bora.server.control.OrderAnswer;
import org.bora.server.policy.PolicyReport;

/**
 * {@code /v1/policy} and {@code /v1/config/reload}: explains decisions of the current configuration
 * and of ordered bans, and reloads the configuration.
 */
public final class PolicyRoutes {
  private final RunningConfiguration configuration;
  private final Supplier<Optional<BanSettings>> ordered;
  private final BiFunction<MappingSettings, Caller, String> accounts;
  private final Supplier<OrderAnswer> reload;

  /**
   * @param ordered finds bans; empty if this process cannot know them
   * @param accounts finds the local account of a caller, for display
   * @param reload reloads the configuration, and records the changes in the audit log
   */
  public PolicyRoutes(
      RunningConfiguration configuration,
      Supplier<Optional<BanSettings>> ordered,
      BiFunction<MappingSettings, Caller, String> accounts,
      Supplier<OrderAnswer> reload) {
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.ordered = Objects.requireNonNull(ordered, "ordered");
    this.accounts = Objects.requireNonNull(accounts, "accounts");
    this.reload = Objects.requireNonNull(reload, "reload");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/policy", ExplainedPolicy.class, this::explain),
        AdminRoute.rescue("POST", "/v1/config/reload", call -> reloaded()));
  }

  private AdminReply reloaded() {
    OrderAnswer answer = reload.get();
    return answer.done()
        ? AdminReply.told(answer.lines())
        : AdminReply.refused(
            answer.lines(),
            "mend "
                + configuration.get().file()
                + " (bora config check tells the same), then again");
  }

  /**
   * An explained decision.
   *
   * @param file the configuration file that the decision is based on
   * @param lines which rule or ban decided, for people
   */
  record ExplainedPolicy(boolean allowed, String file, List<String> lines) {}

  private ExplainedPolicy explain(AdminCall call) throws AdminRefusal {
    OperationClass use;
    Caller caller;
    try {
      use = RuleReader.use(call.required("op"));
      caller = caller(call);
    } catch (IllegalArgumentException wrong) {
      throw AdminRefusal.mistake(
          "this cannot be decided",
          wrong.getMessage(),
          "write the caller as the audit log does: dn=/DC=org/CN=X, fqan=/VO/Role=Y");
    }
    Surl surl = FileRoutes.surl(call);
    Configuration now = configuration.get();
    PolicyReport.Ground ground =
        new PolicyReport.Ground(
            now, ordered.get(), one -> accounts.apply(now.backend().mapping(), one));
    PolicyReport report = PolicyReport.of(ground, caller, use, surl);
    return new ExplainedPolicy(report.allowed(), now.file().toString(), report.lines());
  }

  private static Caller caller(AdminCall call) throws AdminRefusal {
    String dn = call.required("dn");
    if (!dn.startsWith("/")) {
      throw new IllegalArgumentException("dn '" + dn + "' does not begin with a slash");
    }
    List<Fqan> held = new ArrayList<>();
    for (String fqan : call.parameter("fqan").orElse("").split(",", -1)) {
      if (!fqan.isBlank()) {
        held.add(Fqan.parse(fqan.strip()));
      }
    }
    return new Caller(dn, call.parameter("ca").orElse(""), held, call.parameter("host").orElse(""));
  }
}
