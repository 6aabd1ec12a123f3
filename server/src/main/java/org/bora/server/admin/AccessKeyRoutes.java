package org.bora.server.admin;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.api.accesskey.AccessKey;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.backend.accesskey.AccessKeyDesk;

/** {@code /v1/s3-keys}: access keys of all owners. */
public final class AccessKeyRoutes {
  private static final String NOTHING = "nothing was changed";
  private static final String LISTED = "GET /v1/s3-keys lists the access keys";
  private static final int LONGEST_DAYS = 3650;

  private final AccessKeyDesk desk;

  public AccessKeyRoutes(AccessKeyDesk desk) {
    this.desk = Objects.requireNonNull(desk, "desk");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look(
            "/v1/s3-keys", call -> AdminReply.json(new Keys(list(call.parameter("owner"))))),
        AdminRoute.change("POST", "/v1/s3-keys", this::add),
        AdminRoute.change("POST", "/v1/s3-keys/{id}", this::change),
        AdminRoute.change("DELETE", "/v1/s3-keys/{id}", this::remove),
        AdminRoute.change(
            "DELETE", "/v1/s3-keys", _ -> AdminReply.json(new Removed(desk.reset()))));
  }

  /**
   * One key, for administrators.
   *
   * @param secret of one that was made or rotated; absent otherwise
   */
  private record Line(
      String id,
      String owner,
      String issuer,
      List<String> fqans,
      Optional<String> scopes,
      String label,
      String madeBy,
      boolean enabled,
      String created,
      String ends,
      Optional<String> used,
      Optional<String> secret) {

    static Line of(AccessKey key, Optional<String> secret) {
      return new Line(
          key.id(),
          key.owner().dn(),
          key.owner().issuer(),
          key.owner().fqans().stream().map(Fqan::toString).toList(),
          key.owner().grant().map(Grant::toString),
          key.label(),
          key.madeBy(),
          key.enabled(),
          key.created().toString(),
          key.ends().toString(),
          key.used().map(Object::toString),
          secret);
    }
  }

  private record Keys(List<Line> keys) {}

  private record Removed(int removed) {}

  private List<Line> list(Optional<String> owner) {
    return desk.list(owner).stream().map(key -> Line.of(key, Optional.empty())).toList();
  }

  private AdminReply add(AdminCall call) throws AdminRefusal {
    Map<String, String> body =
        call.body().texts(Set.of("owner", "authority", "fqans", "label", "lasts"));
    String lasts = body.getOrDefault("lasts", "");
    Optional<Duration> time =
        lasts.isEmpty() ? Optional.empty() : Optional.of(Ages.read(lasts, LONGEST_DAYS));
    return shown(desk.add(owner(body), body.getOrDefault("label", ""), call.who().name(), time));
  }

  private static KeyOwner owner(Map<String, String> body) throws AdminRefusal {
    String dn = body.getOrDefault("owner", "");
    if (!dn.startsWith("/")) {
      throw AdminRefusal.mistake(
          "no access key was made",
          "the owner is no subject of a certificate or token",
          "send {\"owner\": \"/DC=org/CN=Alice\", \"fqans\": \"/vo/Role=production,/vo\"}");
    }
    try {
      List<Fqan> fqans =
          Arrays.stream(body.getOrDefault("fqans", "").split(",", -1))
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .map(Fqan::parse)
              .toList();
      return new KeyOwner(dn, body.getOrDefault("authority", ""), fqans, Optional.empty());
    } catch (IllegalArgumentException wrong) {
      throw AdminRefusal.mistake(
          "no access key was made",
          wrong.getMessage(),
          "write attributes with commas between them");
    }
  }

  private AdminReply change(AdminCall call) throws AdminRefusal {
    String word = call.body().texts(Set.of("change")).getOrDefault("change", "");
    Change change =
        Arrays.stream(Change.values())
            .filter(one -> one != Change.REMOVE)
            .filter(one -> one.name().equals(word.toUpperCase(Locale.ROOT)))
            .findAny()
            .orElseThrow(
                () ->
                    AdminRefusal.mistake(
                        NOTHING,
                        "there is no change '" + word + "'",
                        "a change is enable, disable, rotate or renew"));
    return shown(desk.change(call.variable("id"), change));
  }

  private AdminReply remove(AdminCall call) throws AdminRefusal {
    return shown(desk.change(call.variable("id"), Change.REMOVE));
  }

  private static AdminReply shown(AccessKeyReply reply) throws AdminRefusal {
    String reason = reply.status().explanation();
    return switch (reply.status().code()) {
      case SUCCESS -> AdminReply.json(Line.of(reply.keys().getFirst(), reply.secret()));
      case INVALID_PATH -> throw AdminRefusal.missing(NOTHING, reason, LISTED);
      case EXCEED_ALLOCATION ->
          throw AdminRefusal.conflict(
              NOTHING, reason, "remove one of them, or raise access-keys.per-owner");
      default -> throw AdminRefusal.conflict(NOTHING, reason, LISTED);
    };
  }
}
