package org.bora.server.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
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
            "/v1/s3-keys", ShownKeys.class, call -> new ShownKeys(list(call.parameter("owner")))),
        AdminRoute.change("POST", "/v1/s3-keys", ShownKey.class, this::add),
        AdminRoute.change("POST", "/v1/s3-keys/{id}", ShownKey.class, this::change),
        AdminRoute.change("DELETE", "/v1/s3-keys/{id}", ShownKey.class, this::remove),
        AdminRoute.change(
            "DELETE", "/v1/s3-keys", RemovedKeys.class, _ -> new RemovedKeys(desk.reset())));
  }

  /**
   * One access key, for administrators.
   *
   * @param owner subject of the certificate or token
   * @param issuer subject of the owner's certificate authority, or URL of the token's issuer
   * @param fqans attributes that the key carries, the primary one first
   * @param scopes of the token that the key was made with; absent if no token was used
   * @param label for people
   * @param madeBy who made the key
   * @param used when the key was last used; absent if it never was
   * @param secret only in the answer that makes or rotates the key
   */
  record ShownKey(
      String id,
      String owner,
      String issuer,
      List<String> fqans,
      Optional<String> scopes,
      String label,
      String madeBy,
      boolean enabled,
      Instant created,
      Instant ends,
      Optional<Instant> used,
      Optional<String> secret) {

    static ShownKey of(AccessKey key, Optional<String> secret) {
      return new ShownKey(
          key.id(),
          key.owner().dn(),
          key.owner().issuer(),
          key.owner().fqans().stream().map(Fqan::toString).toList(),
          key.owner().grant().map(Grant::toString),
          key.label(),
          key.madeBy(),
          key.enabled(),
          key.created(),
          key.ends(),
          key.used(),
          secret);
    }
  }

  /** Access keys of one owner, or of all. */
  record ShownKeys(List<ShownKey> keys) {}

  /**
   * The answer to the removal of all access keys.
   *
   * @param removed how many keys were removed
   */
  record RemovedKeys(int removed) {}

  private List<ShownKey> list(Optional<String> owner) {
    return desk.list(owner).stream().map(key -> ShownKey.of(key, Optional.empty())).toList();
  }

  private ShownKey add(AdminCall call) throws AdminRefusal {
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

  private ShownKey change(AdminCall call) throws AdminRefusal {
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

  private ShownKey remove(AdminCall call) throws AdminRefusal {
    return shown(desk.change(call.variable("id"), Change.REMOVE));
  }

  private static ShownKey shown(AccessKeyReply reply) throws AdminRefusal {
    String reason = reply.status().explanation();
    return switch (reply.status().code()) {
      case SUCCESS -> ShownKey.of(reply.keys().getFirst(), reply.secret());
      case INVALID_PATH -> throw AdminRefusal.missing(NOTHING, reason, LISTED);
      case EXCEED_ALLOCATION ->
          throw AdminRefusal.conflict(
              NOTHING, reason, "remove one of them, or raise access-keys.per-owner");
      default -> throw AdminRefusal.conflict(NOTHING, reason, LISTED);
    };
  }
}
