package org.bora.backend.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.storage.spi.Acl;
import org.junit.jupiter.api.Test;

class AclSettingsTest {
  private final NamedAccounts accounts = new NamedAccounts().with("gridftp", 7).with("atlas", 8);

  private static AclSettings ahead(String... lines) {
    return new AclSettings(AclMode.AHEAD, Stream.of(lines).map(DefaultEntry::parse).toList());
  }

  @Test
  void namesBecomeNumbersAndTheRestIsTheModeOfDirectories() {
    assertEquals(
        Optional.of(Acl.ofMode(0750).withUser(7, 7).withNamedGroup(8, 5)),
        ahead("user:gridftp:rwx", " group:atlas:r-x ").resolved(accounts, 02750).handedDown());
    assertEquals(
        Optional.of(Acl.ofMode(0701)),
        ahead("group::---", "other::--x").resolved(accounts, 0755).handedDown());
    assertEquals(
        Optional.of(Acl.ofMode(0550).withUser(7, 2)),
        ahead("user:gridftp:-w-", "user::r-x").resolved(accounts, 0750).handedDown());
  }

  @Test
  void nothingIsHandedDownWithoutAsking() {
    assertEquals(Optional.empty(), AclSettings.defaults().resolved(accounts, 0755).handedDown());
    assertEquals(AclMode.NONE, AclSettings.defaults().mode());
  }

  @Test
  void whatCannotBeMeantIsRefusedWithASentence() {
    for (String line :
        List.of("user:a:rw", "user:a:wr-", "mask::rwx", "other:x:r--", "user a rwx", "")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> DefaultEntry.parse(line));
      assertTrue(refusal.getMessage().contains("group:NAME:r-x"), refusal::getMessage);
    }
    assertThrows(
        IllegalArgumentException.class, () -> ahead("user:gridftp:r--", "user:gridftp:rwx"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AclSettings(AclMode.NONE, ahead("user:gridftp:r--").entries()));
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class, () -> ahead("group:cms:r-x").resolved(accounts, 0755));
    assertTrue(unknown.getMessage().contains("no group 'cms'"), unknown::getMessage);
  }
}
