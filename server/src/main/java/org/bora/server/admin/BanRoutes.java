package org.bora.server.admin;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.ban.BannedName;
import org.bora.backend.desk.Bans;
import org.bora.backend.desk.OrderedBan;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;

/** {@code /v1/bans}: who is banned, by an administrator's order or by the configuration. */
public final class BanRoutes {
  private static final int LONGEST_DAYS = 3650;

  private final Bans bans;
  private final RunningConfiguration configuration;

  public BanRoutes(Bans bans, RunningConfiguration configuration) {
    this.bans = Objects.requireNonNull(bans, "bans");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/bans", BanList.class, _ -> list()),
        AdminRoute.change("POST", "/v1/bans", OrderedBan.class, this::add),
        AdminRoute.change("DELETE", "/v1/bans/{id}", LiftedBan.class, this::lift));
  }

  /**
   * A caller, authority or VO that the configuration bans.
   *
   * @param pattern a name in which {@code *} stands for any text
   * @param origin the key of the configuration, or the file and its line
   */
  record ConfiguredBan(BannedName.Kind kind, String pattern, String origin) {}

  /**
   * Everyone who is banned.
   *
   * @param ordered bans that administrators ordered
   * @param configured bans in the configuration of this process; other processes may have others
   */
  record BanList(List<OrderedBan> ordered, List<ConfiguredBan> configured) {}

  private BanList list() {
    BanSettings written = configuration.get().frontend().admission().bans();
    return new BanList(
        bans.list(),
        java.util.stream.Stream.of(
                configured(BannedName.Kind.DN, written.dns()),
                configured(BannedName.Kind.VO, written.vos()),
                configured(BannedName.Kind.AUTHORITY, written.authorities()))
            .flatMap(List::stream)
            .toList());
  }

  private static List<ConfiguredBan> configured(BannedName.Kind kind, List<Ban> bans) {
    return bans.stream().map(ban -> new ConfiguredBan(kind, ban.pattern(), ban.origin())).toList();
  }

  private OrderedBan add(AdminCall call) throws AdminRefusal {
    Map<String, String> body = call.body().texts(Set.of("kind", "name", "reason", "lasts"));
    String lasts = body.getOrDefault("lasts", "");
    Optional<Duration> time =
        lasts.isEmpty() ? Optional.empty() : Optional.of(Ages.read(lasts, LONGEST_DAYS));
    try {
      Optional<OrderedBan> added =
          bans.add(
              kind(body.getOrDefault("kind", "dn")),
              body.getOrDefault("name", ""),
              body.getOrDefault("reason", ""),
              call.who().name(),
              time);
      return added.orElseThrow(
          () ->
              AdminRefusal.conflict(
                  "nothing was changed",
                  "there are " + Bans.MOST + " bans, which is the maximum",
                  "lift some, or write a pattern for many"));
    } catch (IllegalArgumentException impossible) {
      throw AdminRefusal.mistake(
          "no ban was made",
          impossible.getMessage(),
          "send {\"kind\": \"dn\", \"name\": \"/DC=org/CN=X\", \"reason\": \"...\","
              + " \"lasts\": \"3d\"}");
    }
  }

  private static BannedName.Kind kind(String word) throws AdminRefusal {
    return Arrays.stream(BannedName.Kind.values())
        .filter(kind -> kind != BannedName.Kind.TRANSFER)
        .filter(kind -> kind.name().equals(word.toUpperCase(Locale.ROOT)))
        .findAny()
        .orElseThrow(
            () ->
                AdminRefusal.mistake(
                    "no ban was made",
                    "there is no kind '" + word + "'",
                    "a kind is dn, vo or authority"));
  }

  /**
   * The answer when a ban is lifted.
   *
   * @param lifted the identifier of the ban
   */
  record LiftedBan(String lifted) {}

  private LiftedBan lift(AdminCall call) throws AdminRefusal {
    String id = call.variable("id");
    try {
      if (bans.lift(UUID.fromString(id))) {
        return new LiftedBan(id);
      }
    } catch (IllegalArgumentException noIdentifier) {
      throw AdminRefusal.mistake(
          "nothing was changed",
          "this is not the identifier of a ban",
          "bora bans, or GET /v1/bans, lists them");
    }
    throw AdminRefusal.missing(
        "nothing was changed",
        "no ban with this identifier exists; it was lifted or has expired",
        "bora bans lists the bans in force; to end one of the configuration, remove it from its file");
  }
}
