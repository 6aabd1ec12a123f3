package org.bora.backend.accesskey;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.accesskey.SigningKey;
import org.bora.api.accesskey.SigningKeyReply;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.ban.BannedName;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives doors the signing keys of valid access keys. A door gets a key for one day: it never sees
 * the secret, and cannot sign for later days. Thread safe; blocks.
 */
final class DoorSigningKeys {
  private static final Logger LOG = LoggerFactory.getLogger(DoorSigningKeys.class);

  /** A presigned URL lasts seven days at most, and clocks differ. */
  private static final int DAYS_BEFORE = 8;

  private static final int DAYS_AFTER = 1;
  private static final int LONGEST_WORD = 64;

  /** How exact the time of the last use is: most uses write nothing. */
  static final Duration COARSE = Duration.ofHours(1);

  private final Transactions transactions;
  private final TokenSource tokens;
  private final Vault vault;
  private final Mapping mapping;
  private final Function<Caller, Optional<BannedName>> bans;
  private final AccessKeyTable table = new AccessKeyTable();

  /**
   * @param bans the ban by order that keeps a caller out
   */
  DoorSigningKeys(
      Transactions transactions,
      TokenSource tokens,
      Vault vault,
      Mapping mapping,
      Function<Caller, Optional<BannedName>> bans) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.vault = Objects.requireNonNull(vault, "vault");
    this.mapping = Objects.requireNonNull(mapping, "mapping");
    this.bans = Objects.requireNonNull(bans, "bans");
  }

  /** As {@link org.bora.api.Catalogue#SIGNING_KEY}. */
  SigningKeyReply signingKey(Call call, SigningKeyRequest asked) {
    Instant now = tokens.now();
    Optional<ReturnStatus> wrong = wrong(asked, now);
    if (wrong.isPresent()) {
      return refused(wrong.get());
    }
    List<VaultKey> keys = vault.keys();
    Optional<StoredKey> found =
        KeyIds.isOurs(keys, asked.accessKey())
            ? transactions.read(sql -> table.find(sql, asked.accessKey()))
            : Optional.empty();
    if (found.isEmpty()) {
      return unusable("the access key is not known");
    }
    StoredKey key = found.get();
    if (!key.ends().isAfter(now)) {
      return unusable("the access key has ended; make another one");
    }
    if (!key.enabled()) {
      return unusable("the access key is disabled");
    }
    Optional<ReturnStatus> keptOut = keptOut(key.owner().caller(call.caller().host()));
    return keptOut.isPresent() ? refused(keptOut.get()) : derived(key, asked, now);
  }

  private static Optional<ReturnStatus> wrong(SigningKeyRequest asked, Instant now) {
    LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
    boolean near =
        SignatureV4.day(asked.date())
            .filter(day -> !day.isBefore(today.minusDays(DAYS_BEFORE)))
            .filter(day -> !day.isAfter(today.plusDays(DAYS_AFTER)))
            .isPresent();
    boolean named = isWord(asked.region()) && isWord(asked.service());
    return near && named
        ? Optional.empty()
        : Optional.of(
            ReturnStatus.of(
                SrmStatus.INVALID_REQUEST,
                "the scope of the signature names a day that is too far away, or no region or"
                    + " service"));
  }

  private static boolean isWord(String text) {
    return !text.isEmpty() && text.length() <= LONGEST_WORD;
  }

  private Optional<ReturnStatus> keptOut(Caller owner) {
    Optional<BannedName> ban = bans.apply(owner);
    if (ban.isPresent()) {
      LOG.info("access key of {} refused: banned", LogText.of(owner.dn()));
      return denied("the owner of the access key is banned");
    }
    return switch (mapping.map(owner)) {
      case Mapped.To _ -> Optional.empty();
      case Mapped.Refused(String reason) -> denied(reason);
    };
  }

  private static Optional<ReturnStatus> denied(String reason) {
    return Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
  }

  private SigningKeyReply derived(StoredKey key, SigningKeyRequest asked, Instant now) {
    VaultKey opening = vault.key(key.sealed().vaultKey());
    Optional<String> secret = SealedSecrets.open(opening, key.sealed(), key.bond());
    if (secret.isEmpty()) {
      LOG.error(
          "access key {} does not open with {}: its row was changed by something else than Bora, or"
              + " restored in part; remove the key",
          key.id(),
          opening);
      return unusable("the access key cannot be used; make another one");
    }
    noteUse(key, now);
    byte[] signing =
        SignatureV4.signingKey(secret.get(), asked.date(), asked.region(), asked.service());
    return new SigningKeyReply(
        ReturnStatus.success(),
        Optional.of(new SigningKey(HexFormat.of().formatHex(signing), key.owner(), key.ends())));
  }

  private void noteUse(StoredKey key, Instant now) {
    Instant noted = now.minus(COARSE);
    if (key.used().filter(noted::isBefore).isEmpty()) {
      transactions.run(
          sql -> {
            table.use(sql, key.id(), now, noted);
            return key;
          });
    }
  }

  private static SigningKeyReply unusable(String reason) {
    return refused(ReturnStatus.of(SrmStatus.AUTHENTICATION_FAILURE, reason));
  }

  private static SigningKeyReply refused(ReturnStatus status) {
    return new SigningKeyReply(status, Optional.empty());
  }
}
