package org.bora.backend.accesskey;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.accesskey.AccessKey;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;

/** Operations of administrators on access keys. Thread safe; blocks. */
public final class AccessKeyDesk {
  /** So many are listed at most. */
  public static final int MOST = 1_000;

  private final KeyStore store;
  private final Vault vault;

  public AccessKeyDesk(
      Transactions transactions, TokenSource tokens, Vault vault, AccessKeySettings settings) {
    this.store = new KeyStore(transactions, tokens, vault, settings);
    this.vault = Objects.requireNonNull(vault, "vault");
  }

  /**
   * Valid keys, in the order of their expiry.
   *
   * @param dn of their owner; absent for the keys of all owners
   */
  public List<AccessKey> list(Optional<String> dn) {
    List<StoredKey> keys = dn.isPresent() ? store.of(dn.get()) : store.all(MOST);
    return keys.stream().map(StoredKey::told).toList();
  }

  /**
   * Makes a key for an identity. The key has no rights while neither the grid-mapfile nor the rules
   * know the identity.
   *
   * @param by the administrator
   * @param lifetime absent for the longest allowed one
   */
  public AccessKeyReply add(KeyOwner owner, String label, String by, Optional<Duration> lifetime) {
    return AccessKeyTable.isStorable(owner)
        ? store.create(new KeyStore.Wanted(owner, label, by, lifetime, Optional.empty()))
        : KeyStore.refused(SrmStatus.INVALID_REQUEST, "the names of the owner are too long");
  }

  /** Changes the key of any owner. */
  public AccessKeyReply change(String id, Change change) {
    return store.change(id, change, _ -> true, false);
  }

  /**
   * Removes all keys, where the vault is lost: none of them can be opened any more.
   *
   * @return how many there were
   */
  public int reset() {
    return store.reset();
  }

  /** What keeps this backend from opening keys; empty where nothing does. */
  public Optional<String> trouble() {
    return vault.trouble();
  }
}
