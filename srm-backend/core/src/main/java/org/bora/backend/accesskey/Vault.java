package org.bora.backend.accesskey;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.api.BackendFailure;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.seal.KeyFile;
import org.bora.storage.spi.SealKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The keys that encrypt the secrets of access keys. They are in the file {@code vault.keys} of each
 * backend, which an administrator copies from one backend to the others. The database only has
 * their fingerprints. The backend that creates the first access key of a site also creates the
 * first key of the vault. Thread safe; reads the file every time.
 */
public final class Vault {
  private static final Logger LOG = LoggerFactory.getLogger(Vault.class);

  private final Transactions transactions;
  private final TokenSource tokens;
  private final KeyFile file;
  private final SecureRandom random;
  private final VaultKeyTable table = new VaultKeyTable();
  private final ReentrantLock making = new ReentrantLock();
  private volatile Optional<String> trouble = Optional.empty();

  public Vault(Transactions transactions, TokenSource tokens, KeyFile file, SecureRandom random) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.file = Objects.requireNonNull(file, "file");
    this.random = Objects.requireNonNull(random, "random");
  }

  /** Unpredictable. */
  SecureRandom random() {
    return random;
  }

  /**
   * All keys that this backend has.
   *
   * @throws BackendFailure the file cannot be used, or the site has a vault and this backend has no
   *     key of it; another backend may have one
   */
  List<VaultKey> keys() {
    List<VaultKey> keys = kept();
    if (keys.isEmpty()) {
      transactions.read(table::current).ifPresent(this::fail);
    }
    return keys;
  }

  /**
   * The key with this fingerprint.
   *
   * @throws BackendFailure this backend does not have it
   */
  VaultKey key(String fingerprint) {
    VaultKey key = find(kept(), fingerprint).orElseThrow(() -> lacking(fingerprint));
    trouble = Optional.empty();
    return key;
  }

  /**
   * The key that seals. A site that has none gets one.
   *
   * @throws BackendFailure this backend does not have it
   */
  VaultKey sealing() {
    Optional<String> current = transactions.read(table::current);
    return current.isPresent() ? key(current.get()) : made();
  }

  /** Forgets which key seals; the next access key is sealed with the first key of the file. */
  void forget(JdbcClient sql) {
    table.clear(sql);
  }

  /** What an administrator has to do, where the last call that needed a key could not have it. */
  public Optional<String> trouble() {
    return trouble;
  }

  /**
   * A death between the file and the database leaves a key that nothing was sealed with; the next
   * call enters it. Of two backends that make a key at the same time one is heard: the other
   * forgets its own.
   */
  private VaultKey made() {
    making.lock();
    try {
      List<byte[]> before = secrets();
      byte[] secret = before.isEmpty() ? fresh() : before.getFirst();
      if (before.isEmpty()) {
        file.write(List.of(secret));
      }
      VaultKey key = VaultKey.of(secret);
      String entered =
          transactions.run(
              sql -> {
                table.enterFirst(sql, key.fingerprint(), tokens.now());
                return table.current(sql).orElseThrow();
              });
      if (entered.equals(key.fingerprint())) {
        LOG.info(
            "secrets of access keys are encrypted with key {} in {}; copy the file to all other"
                + " backends, and keep a copy elsewhere",
            entered,
            file);
        return key;
      }
      if (before.isEmpty()) {
        file.remove();
      }
      throw lacking(entered);
    } catch (IOException unusable) {
      throw failure(unusable.getMessage());
    } finally {
      making.unlock();
    }
  }

  private byte[] fresh() {
    byte[] secret = new byte[SealKeys.BYTES];
    random.nextBytes(secret);
    return secret;
  }

  private List<VaultKey> kept() {
    try {
      return secrets().stream().map(VaultKey::of).toList();
    } catch (IOException unusable) {
      throw failure(unusable.getMessage());
    }
  }

  private List<byte[]> secrets() throws IOException {
    return file.read();
  }

  private static Optional<VaultKey> find(List<VaultKey> keys, String fingerprint) {
    return keys.stream().filter(key -> key.fingerprint().equals(fingerprint)).findFirst();
  }

  private void fail(String fingerprint) {
    throw lacking(fingerprint);
  }

  private BackendFailure lacking(String fingerprint) {
    return failure(lackingText(fingerprint));
  }

  private String lackingText(String fingerprint) {
    return "%s lacks key %s, which encrypts the secrets of access keys: copy the file from a backend that has it, or from a backup. If it is lost, `bora s3 keys reset` removes all access keys"
        .formatted(file, fingerprint);
  }

  private BackendFailure failure(String why) {
    if (!trouble.equals(Optional.of(why))) {
      LOG.error("access keys cannot be opened: {}", why);
    }
    trouble = Optional.of(why);
    return BackendFailure.notBegun("this backend cannot open access keys at the moment, try again");
  }
}
