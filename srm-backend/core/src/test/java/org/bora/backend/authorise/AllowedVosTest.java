package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AllowedVosTest {

  private static AllowedVos vos(String... lines) {
    RuleReader reader = new RuleReader("/a");
    return AllowedVos.of(
        Stream.of(lines).map(line -> reader.read(line, new RuleOrigin("bora.yaml", 1))).toList());
  }

  private static List<String> unnamed(AllowedVos vos) {
    return vos.unnamed().stream().map(Rule::text).toList();
  }

  @Test
  void organisationsGroupsAndRolesAreTheOrganisationTheyAreOf() {
    AllowedVos vos =
        vos(
            "allow all to fqan /cms/Role=production",
            "allow read to vo atlas",
            "allow read, list to fqan /cms/uk",
            "allow read to fqan /lhcb/*");
    assertEquals(List.of("atlas", "cms", "lhcb"), vos.names());
    assertEquals(List.of(), unnamed(vos));
    assertFalse(vos.anyone());
  }

  @Test
  void whomARuleDoesNotNameIsNotGuessed() {
    AllowedVos vos =
        vos(
            "allow read to anyone",
            "allow all to dn /DC=org/CN=Alice",
            "allow list to vo cms*",
            "allow list to fqan /a*/b",
            "allow write to vo atlas");
    assertEquals(List.of("atlas"), vos.names());
    assertTrue(vos.anyone());
    assertEquals(4, vos.unnamed().size(), () -> unnamed(vos).toString());
  }

  @Test
  void whoIsDeniedBeforeIsNotLetIn() {
    assertEquals(List.of(), vos("deny all to anyone", "allow all to vo atlas").names());
    assertEquals(List.of(), vos("deny all to vo at*", "allow all to vo atlas").names());
    assertEquals(
        List.of("cms"),
        vos("deny all to fqan /atlas", "allow all to vo atlas", "allow read to vo cms").names());
    assertEquals(List.of(), unnamed(vos("deny all to vo c*", "allow all to vo c*")));
    assertEquals(List.of(), unnamed(vos("deny all to dn /CN=A", "allow read to dn /CN=A")));
  }

  @Test
  void aDenialOfSomePlacesHostsMembersOrUsesLeavesTheOthers() {
    for (String denial :
        List.of(
            "deny all to vo atlas on /a/raw",
            "deny all to vo atlas from 192.0.2.0/24",
            "deny all to fqan /atlas/Role=production",
            "deny all to fqan /atlas/uk",
            "deny all to dn /CN=Mallory",
            "deny write, delete to vo atlas")) {
      assertEquals(List.of("atlas"), vos(denial, "allow all to vo atlas").names(), denial);
    }
  }

  @Test
  void theOrderCounts() {
    assertEquals(List.of("atlas"), vos("allow all to vo atlas", "deny all to anyone").names());
  }

  @Test
  void whoOnlyAdministersIsNoUser() {
    assertEquals(List.of(), vos("allow admin to vo ops").names());
    assertEquals(List.of(), vos().names());
  }
}
