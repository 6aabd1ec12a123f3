package org.bora.backend.accesskey;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.accesskey.StoredKey.Sealed;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Creates, changes and removes access keys, for their owners and for administrators. The number of
 * keys of an owner is limited by slots with a unique index, which needs no lock and has no race.
 * Thread safe; blocks.
 */
final class KeyStore {
  /** Each round but the last is lost to another call of the same owner. */
  private static final int ROUNDS = 50;

  private static final int SECRET_BYTES = 30;

  private final Transactions transactions;
  private final TokenSource tokens;
  private final Vault vault;
  private final AccessKeySettings settings;
  private final AccessKeyTable table = new AccessKeyTable();

  KeyStore(Transactions transactions, TokenSource tokens, Vault vault, AccessKeySettings settings) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.vault = Objects.requireNonNull(vault, "vault");
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /**
   * A key to be created.
   *
   * @param lifetime the wanted lifetime; absent: the longest possible
   * @param askedAs hash of the owner and the name of the request, if it has a name
   */
  record Wanted(
      KeyOwner owner,
      String label,
      String madeBy,
      Optional<Duration> lifetime,
      Optional<byte[]> askedAs) {}

  /** All keys of an owner that have not ended. */
  List<StoredKey> of(String dn) {
    return transactions.read(sql -> table.of(sql, dn)).stream()
        .filter(key -> key.ends().isAfter(tokens.now()))
        .toList();
  }

  /** Keys of all owners, those first that end first. */
  List<StoredKey> all(int most) {
    return transactions.read(sql -> table.all(sql, most));
  }

  /** Makes one, or gives the one a new secret that an earlier request of the same name made. */
  AccessKeyReply create(Wanted wanted) {
    VaultKey sealing = vault.sealing();
    Instant now = tokens.now();
    Instant ends = now.plus(granted(wanted));
    String id = KeyIds.fresh(sealing, vault.random());
    String secret = secret();
    StoredKey key =
        new StoredKey(
            id,
            wanted.owner(),
            wanted.label(),
            wanted.madeBy(),
            SealedSecrets.seal(
                sealing, secret, StoredKey.bond(id, wanted.owner(), ends), vault.random()),
            true,
            now,
            ends,
            Optional.empty());
    for (int round = 0; round < ROUNDS; round++) {
      try {
        return transactions.run(sql -> entered(sql, key, new Secret(secret, sealing), wanted));
      } catch (DuplicateKeyException raced) {
        // another call of this owner took the slot, or made the key of this request
      }
    }
    return refused(
        SrmStatus.INTERNAL_ERROR, "too many access keys are being made at once, try again");
  }

  private Duration granted(Wanted wanted) {
    Duration longest = longest(wanted.owner());
    return wanted.lifetime().filter(asked -> asked.compareTo(longest) < 0).orElse(longest);
  }

  private Duration longest(KeyOwner owner) {
    return owner.grant().isPresent() ? settings.tokenLifetime() : settings.lifetime();
  }

  /** Letters, digits, hyphens and underscores: clients put it into files and environments. */
  private String secret() {
    SecureRandom random = vault.random();
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A new secret, and the key of the vault that will seal it. */
  private record Secret(String text, VaultKey sealing) {}

  private AccessKeyReply entered(JdbcClient sql, StoredKey key, Secret secret, Wanted wanted) {
    table.deleteEnded(sql, key.owner().dn(), tokens.now());
    Set<Integer> taken = table.slots(sql, key.owner().dn());
    if (table.find(sql, key.id()).isPresent()) {
      return made(key, secret.text()); // by an attempt whose commit was not answered
    }
    Optional<StoredKey> before = wanted.askedAs().flatMap(name -> table.findAsked(sql, name));
    if (before.isPresent()) {
      return again(sql, before.get(), key.owner(), secret);
    }
    Optional<Integer> slot = free(taken);
    if (slot.isEmpty()) {
      return refused(
          SrmStatus.EXCEED_ALLOCATION,
          "you have %d access keys, and may have no more than %d; remove one"
              .formatted(taken.size(), settings.perOwner()));
    }
    table.insert(sql, key, slot.get(), wanted.askedAs());
    return made(key, secret.text());
  }

  private Optional<Integer> free(Set<Integer> taken) {
    return IntStream.rangeClosed(1, settings.perOwner())
        .boxed()
        .filter(Predicate.not(taken::contains))
        .findFirst()
        .filter(_ -> taken.size() < settings.perOwner());
  }

  /** The answer was lost, so no caller has the secret, unless the key was used. */
  private AccessKeyReply again(JdbcClient sql, StoredKey before, KeyOwner owner, Secret secret) {
    if (!before.owner().equals(owner)) {
      return refused(
          SrmStatus.DUPLICATION_ERROR, "a request of this name made a key with other rights");
    }
    if (before.used().isPresent()) {
      return refused(
          SrmStatus.DUPLICATION_ERROR,
          "a request of this name made access key %s, which was used since; rotate or remove it"
              .formatted(before.id()));
    }
    return rotated(sql, before, secret);
  }

  private AccessKeyReply rotated(JdbcClient sql, StoredKey key, Secret secret) {
    table.seal(sql, key.id(), seal(secret, key, key.ends()), key.ends());
    return made(key, secret.text());
  }

  private Sealed seal(Secret secret, StoredKey key, Instant ends) {
    return SealedSecrets.seal(
        secret.sealing(),
        secret.text(),
        StoredKey.bond(key.id(), key.owner(), ends),
        vault.random());
  }

  /**
   * Changes one.
   *
   * @param mine whether this caller may change a key; other keys are treated as unknown
   * @param repeated whether another backend may have executed the call: a missing key was then
   *     removed
   */
  AccessKeyReply change(String id, Change change, Predicate<StoredKey> mine, boolean repeated) {
    Optional<Secret> secret =
        change == Change.ROTATE || change == Change.RENEW
            ? Optional.of(new Secret(secret(), vault.sealing()))
            : Optional.empty();
    return transactions.run(
        sql -> {
          Optional<StoredKey> found = table.lock(sql, id).filter(mine);
          if (found.isEmpty()) {
            return repeated && change == Change.REMOVE
                ? new AccessKeyReply(ReturnStatus.success(), List.of())
                : refused(SrmStatus.INVALID_PATH, "there is no such access key");
          }
          return changed(sql, found.get(), change, secret);
        });
  }

  private AccessKeyReply changed(
      JdbcClient sql, StoredKey key, Change change, Optional<Secret> secret) {
    return switch (change) {
      case ENABLE -> enabled(sql, key, true);
      case DISABLE -> enabled(sql, key, false);
      case ROTATE -> rotated(sql, key, secret.orElseThrow());
      case RENEW -> renewed(sql, key, secret.orElseThrow().sealing());
      case REMOVE -> {
        table.delete(sql, key.id());
        yield done(key);
      }
    };
  }

  private AccessKeyReply enabled(JdbcClient sql, StoredKey key, boolean enabled) {
    table.enable(sql, key.id(), enabled);
    return done(key.enabled(enabled));
  }

  /** The end is part of what the secret is bound to. */
  private AccessKeyReply renewed(JdbcClient sql, StoredKey key, VaultKey sealing) {
    VaultKey opening = vault.key(key.sealed().vaultKey());
    Optional<String> secret = SealedSecrets.open(opening, key.sealed(), key.bond());
    if (secret.isEmpty()) {
      return refused(
          SrmStatus.FAILURE, "the access key cannot be opened; remove it and make another one");
    }
    Instant ends = tokens.now().plus(longest(key.owner()));
    table.seal(sql, key.id(), seal(new Secret(secret.get(), sealing), key, ends), ends);
    return done(key.ending(ends));
  }

  /** Removes all keys and forgets which vault the site has; returns how many there were. */
  int reset() {
    return transactions.run(
        sql -> {
          int removed = table.deleteAll(sql);
          vault.forget(sql);
          return removed;
        });
  }

  private static AccessKeyReply made(StoredKey key, String secret) {
    return new AccessKeyReply(ReturnStatus.success(), List.of(key.told()), Optional.of(secret));
  }

  private static AccessKeyReply done(StoredKey key) {
    return new AccessKeyReply(ReturnStatus.success(), List.of(key.told()));
  }

  static AccessKeyReply refused(SrmStatus status, String reason) {
    return new AccessKeyReply(ReturnStatus.of(status, reason), List.of());
  }

  /** What may be told of keys, in the order in which they were made. */
  static AccessKeyReply told(List<StoredKey> keys) {
    return new AccessKeyReply(
        ReturnStatus.success(),
        keys.stream().map(StoredKey::told).collect(Collectors.toUnmodifiableList()));
  }
}
