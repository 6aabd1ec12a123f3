package org.bora.backend.accesskey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.backend.accesskey.StoredKey.Sealed;
import org.bora.storage.spi.SealKeys;
import org.junit.jupiter.api.Test;

class SealedSecretsTest {
  private static final String SECRET = "a secret of 40 characters, more or less";
  private static final Instant ENDS = Instant.parse("2026-12-01T00:00:00Z");
  private static final List<Fqan> FQANS = List.of(new Fqan("/vo", ""), new Fqan("/vo/a", "prod"));
  private static final Grant GRANT =
      new Grant(List.of(new Scope(Action.READ, "/vo", false), new Scope(Action.CREATE, "/", true)));
  private static final KeyOwner OWNER = new KeyOwner("/CN=a", "/CN=ca", FQANS, Optional.of(GRANT));

  private final SecureRandom random = new SecureRandom();
  private final VaultKey key = VaultKey.of(new byte[SealKeys.BYTES]);

  private Sealed sealed() {
    return SealedSecrets.seal(key, SECRET, StoredKey.bond("id", OWNER, ENDS), random);
  }

  private Optional<String> opened(String id, KeyOwner owner, Instant ends) {
    return SealedSecrets.open(key, sealed(), StoredKey.bond(id, owner, ends));
  }

  @Test
  void aSecretOpensAsItWasSealed() {
    assertEquals(Optional.of(SECRET), opened("id", OWNER, ENDS));
    assertFalse(Arrays.equals(sealed().text(), sealed().text()), "a nonce was used twice");
  }

  @Test
  void aSecretIsBoundToAllThatItsKeyGives() {
    Optional<Grant> grant = OWNER.grant();
    Grant wider =
        new Grant(
            List.of(new Scope(Action.MODIFY, "/vo", false), new Scope(Action.CREATE, "/", true)));
    Stream.of(
            new KeyOwner("/CN=b", "/CN=ca", FQANS, grant),
            new KeyOwner("/CN=a", "/CN=cb", FQANS, grant),
            new KeyOwner("/CN=a", "/CN=ca", FQANS.reversed(), grant),
            new KeyOwner("/CN=a", "/CN=ca", FQANS.subList(0, 1), grant),
            new KeyOwner("/CN=a", "/CN=ca", FQANS, Optional.empty()),
            new KeyOwner("/CN=a", "/CN=ca", FQANS, Optional.of(new Grant(List.of()))),
            new KeyOwner("/CN=a", "/CN=ca", FQANS, Optional.of(wider)))
        .forEach(owner -> assertEquals(Optional.empty(), opened("id", owner, ENDS)));
    assertEquals(Optional.empty(), opened("other", OWNER, ENDS));
    assertEquals(Optional.empty(), opened("id", OWNER, ENDS.plusSeconds(1)));
  }

  @Test
  void anotherKeyOrChangedBytesOpenNothing() {
    byte[] bond = StoredKey.bond("id", OWNER, ENDS);
    byte[] other = new byte[SealKeys.BYTES];
    other[0] = 1;
    assertEquals(Optional.empty(), SealedSecrets.open(VaultKey.of(other), sealed(), bond));
    byte[] text = sealed().text();
    for (int at = 0; at < text.length; at++) {
      byte[] changed = text.clone();
      changed[at] ^= 1;
      assertEquals(
          Optional.empty(), SealedSecrets.open(key, new Sealed(changed, key.fingerprint()), bond));
    }
    for (int length = 0; length < text.length; length++) {
      Sealed cut = new Sealed(Arrays.copyOf(text, length), key.fingerprint());
      assertEquals(Optional.empty(), SealedSecrets.open(key, cut, bond));
    }
  }

  @Test
  void scopesAreReadAsTheyWereWritten() {
    for (boolean directory : new boolean[] {true, false}) {
      for (Action action : Action.values()) {
        Grant grant =
            new Grant(
                List.of(new Scope(action, "/vo/a b", directory), new Scope(action, "/", true)));
        assertEquals(grant, StoredKey.grant(StoredKey.lines(grant)));
      }
    }
  }
}
