package org.bora.gridftp.gss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.globus.gsi.gssapi.GSSConstants;
import org.gridforum.jgss.ExtendedGSSManager;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.junit.jupiter.api.Test;

class GsiMechanismTest {

  private final GsiMechanism manager = new GsiMechanism();

  @Test
  void aConnectionWithoutACredentialOfOursIsRefused() {
    var refusal =
        assertThrows(
            GSSException.class,
            () -> manager.createContext(GsiName.host("a.org"), GSSConstants.MECH_OID, null, 0));
    assertEquals(GSSException.NO_CRED, refusal.getMajor());
  }

  @Test
  void hostNamesAreReadInTheirServiceForm() throws GSSException {
    assertEquals(
        GsiName.host("door.example.org"),
        manager.createName("host@Door.Example.org", GSSName.NT_HOSTBASED_SERVICE));
  }

  @Test
  void namesOfPeopleAreNotCalled() {
    var refusal =
        assertThrows(GSSException.class, () -> manager.createName("/CN=x", GSSName.NT_USER_NAME));
    assertEquals(GSSException.BAD_NAMETYPE, refusal.getMajor());
  }

  @Test
  void thereIsNoDefaultCredential() {
    assertThrows(GSSException.class, () -> manager.createCredential(0));
  }

  @Test
  void namesOfHostsIgnoreCaseAndDiffer() {
    assertEquals(GsiName.host("A.org"), GsiName.host("a.ORG"));
    assertNotEquals(GsiName.host("a.org"), GsiName.host("b.org"));
    assertEquals("host@a.org", GsiName.host("A.org").toString());
  }

  @Test
  void registeringLeavesNoPropertyAndNotTheJdksManagerBehind() {
    GsiProvider.register();
    GsiProvider.register();
    assertInstanceOf(GsiMechanism.class, ExtendedGSSManager.getInstance());
    assertNull(System.getProperty("org.globus.gsi.gssapi.provider"));
    assertNotEquals(GsiMechanism.class, GSSManager.getInstance().getClass());
  }
}
