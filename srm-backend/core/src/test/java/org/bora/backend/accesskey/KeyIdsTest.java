package org.bora.backend.accesskey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bora.storage.spi.SealKeys;
import org.junit.jupiter.api.Test;

class KeyIdsTest {
  private static final VaultKey KEY = key(1);
  private static final VaultKey OTHER = key(2);
  private final RandomGenerator random = new SecureRandom();

  private static VaultKey key(int fill) {
    byte[] secret = new byte[SealKeys.BYTES];
    java.util.Arrays.fill(secret, (byte) fill);
    return VaultKey.of(secret);
  }

  @Test
  void everyIdentifierIsKnownByItsKeyAlone() {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String id = KeyIds.fresh(KEY, random);
      assertTrue(id.matches("BORA[0-9A-V]{24}"), id);
      assertTrue(KeyIds.isOurs(List.of(OTHER, KEY), id));
      assertFalse(KeyIds.isOurs(List.of(OTHER), id));
      assertFalse(KeyIds.isOurs(List.of(), id));
      all.add(id);
    }
    assertEquals(1_000, all.size());
  }

  @Test
  void oneChangedDigitMakesAnIdentifierUnknown() {
    String id = KeyIds.fresh(KEY, random);
    for (int at = 0; at < id.length(); at++) {
      char other = id.charAt(at) == 'A' ? 'B' : 'A';
      String changed = id.substring(0, at) + other + id.substring(at + 1);
      assertFalse(KeyIds.isOurs(List.of(KEY), changed), changed);
    }
    assertFalse(KeyIds.isOurs(List.of(KEY), id + "A"));
    assertFalse(KeyIds.isOurs(List.of(KEY), id.substring(1)));
    assertFalse(KeyIds.isOurs(List.of(KEY), ""));
    assertFalse(KeyIds.isOurs(List.of(KEY), id.substring(0, id.length() - 1) + "é"));
  }
}
