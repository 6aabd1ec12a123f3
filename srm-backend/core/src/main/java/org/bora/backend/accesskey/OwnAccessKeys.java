package org.bora.backend.accesskey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;

/**
 * Operations of callers on their own access keys. A credential never gains rights by a key: showing
 * a secret or renewing a key requires all rights that the key gives. Thread safe.
 */
final class OwnAccessKeys {
  private static final int LONGEST_LABEL = 100;
  private static final int LONGEST_NAME = 200;

  private final KeyStore store;
  private final Mapping mapping;
  private final Authoriser authoriser;

  OwnAccessKeys(KeyStore store, Mapping mapping, Authoriser authoriser) {
    this.store = Objects.requireNonNull(store, "store");
    this.mapping = Objects.requireNonNull(mapping, "mapping");
    this.authoriser = Objects.requireNonNull(authoriser, "authoriser");
  }

  /** As {@link org.bora.api.Catalogue#CREATE_ACCESS_KEY}. */
  AccessKeyReply create(Call call, CreateAccessKeyRequest asked) {
    Caller caller = call.caller();
    Optional<ReturnStatus> refusal =
        bounded(caller).or(() -> refusal(caller)).or(() -> wrong(asked));
    if (refusal.isPresent()) {
      return new AccessKeyReply(refusal.get(), List.of());
    }
    KeyOwner owner = KeyOwner.of(caller);
    if (!AccessKeyTable.isStorable(owner)) {
      return KeyStore.refused(
          SrmStatus.INVALID_REQUEST, "the credential has too many attributes or scopes for a key");
    }
    Optional<Duration> lifetime =
        asked.lifetime().isPresent()
            ? Optional.of(Duration.ofSeconds(asked.lifetime().getAsLong()))
            : Optional.empty();
    return store.create(
        new KeyStore.Wanted(
            owner,
            asked.label(),
            caller.dn(),
            lifetime,
            asked.name().map(name -> hash(caller.dn(), name))));
  }

  /**
   * A key would keep the scopes of a macaroon and lose that they only take away; and its bearer has
   * not been given what its user may do with keys.
   */
  private static Optional<ReturnStatus> bounded(Caller caller) {
    return caller.grant().flatMap(Grant::within).isPresent()
        ? denied("access keys are not for bearers of macaroons: use the certificate")
        : Optional.empty();
  }

  private Optional<ReturnStatus> refusal(Caller caller) {
    if (!authoriser.isKnown(caller)) {
      return denied("no area of this service knows " + caller.dn());
    }
    return switch (mapping.map(caller)) {
      case Mapped.To _ -> Optional.empty();
      case Mapped.Refused(String reason) -> denied(reason);
    };
  }

  private static Optional<ReturnStatus> denied(String reason) {
    return Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
  }

  private static Optional<ReturnStatus> wrong(CreateAccessKeyRequest asked) {
    if (asked.label().length() > LONGEST_LABEL || hasControls(asked.label())) {
      return invalid("a label has at most " + LONGEST_LABEL + " printable characters");
    }
    if (asked.lifetime().isPresent() && asked.lifetime().getAsLong() < 1) {
      return invalid("the lifetime of an access key is at least one second");
    }
    if (asked.name().filter(name -> name.isEmpty() || name.length() > LONGEST_NAME).isPresent()) {
      return invalid("the name of a request has 1 to " + LONGEST_NAME + " characters");
    }
    return Optional.empty();
  }

  private static boolean hasControls(String text) {
    return text.codePoints().anyMatch(Character::isISOControl);
  }

  private static Optional<ReturnStatus> invalid(String reason) {
    return Optional.of(ReturnStatus.of(SrmStatus.INVALID_REQUEST, reason));
  }

  private static byte[] hash(String dn, String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(dn.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return digest.digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** As {@link org.bora.api.Catalogue#LIST_ACCESS_KEYS}. */
  AccessKeyReply list(Call call) {
    Optional<ReturnStatus> refusal = bounded(call.caller());
    if (refusal.isPresent()) {
      return new AccessKeyReply(refusal.get(), List.of());
    }
    return KeyStore.told(store.of(call.caller().dn()));
  }

  /** As {@link org.bora.api.Catalogue#CHANGE_ACCESS_KEY}. */
  AccessKeyReply change(Call call, ChangeAccessKeyRequest asked) {
    Caller caller = call.caller();
    Optional<ReturnStatus> bounded = bounded(caller);
    if (bounded.isPresent()) {
      return new AccessKeyReply(bounded.get(), List.of());
    }
    if (asked.change() != Change.REMOVE && asked.change() != Change.DISABLE) {
      Optional<StoredKey> key =
          store.of(caller.dn()).stream()
              .filter(one -> one.id().equals(asked.id()))
              .filter(one -> !covers(caller, one.owner()))
              .findFirst();
      if (key.isPresent()) {
        return KeyStore.refused(
            SrmStatus.AUTHORIZATION_FAILURE,
            "this credential lacks attributes or scopes of the access key; use one like that with"
                + " which it was made");
      }
      Optional<ReturnStatus> refusal = refusal(caller);
      if (refusal.isPresent()) {
        return new AccessKeyReply(refusal.get(), List.of());
      }
    }
    return store.change(
        asked.id(),
        asked.change(),
        key ->
            key.owner().dn().equals(caller.dn())
                && (asked.change() == Change.REMOVE
                    || asked.change() == Change.DISABLE
                    || covers(caller, key.owner())),
        call.repeated());
  }

  /** Whether a caller has all rights of a key. */
  static boolean covers(Caller caller, KeyOwner key) {
    return caller.dn().equals(key.dn())
        && caller.issuer().equals(key.issuer())
        && new HashSet<>(caller.fqans()).containsAll(key.fqans())
        && covers(caller.grant(), key.grant());
  }

  private static boolean covers(Optional<Grant> caller, Optional<Grant> key) {
    if (caller.isEmpty()) {
      return true;
    }
    return key.isPresent()
        && key.get().scopes().stream()
            .allMatch(
                scope -> caller.get().scopes().stream().anyMatch(each -> covers(each, scope)));
  }

  private static boolean covers(Scope wide, Scope narrow) {
    return wide.action() == narrow.action()
        && (wide.equals(narrow)
            || (wide.covers(narrow.path()) && !wide.path().equals(narrow.path())));
  }
}
