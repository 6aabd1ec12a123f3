package org.bora.storm.webdav;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Findings;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.WebDavFiles.AreaFile;
import org.junit.jupiter.api.Test;

/** Fine-grained policies as rules. */
class DavPoliciesTest {
  private static final String IAM = "https://iam.example.org/realms/hep";

  private final Findings findings = new Findings();

  private static Property property(String key, String value) {
    return new Property("f", 1, key, value, value, Optional.empty());
  }

  private DavArea area(boolean policies) {
    List<Property> keys =
        List.of(
            property("name", "hep"),
            property("rootPath", "/data"),
            property("accessPoints", "/hep"),
            property("fineGrainedAuthzEnabled", Boolean.toString(policies)));
    return DavArea.read(new AreaFile("f", keys), findings).orElseThrow();
  }

  /** Keys and values, in turn. */
  private static Map<String, Property> policy(String... keys) {
    Map<String, Property> policy = new LinkedHashMap<>();
    policy.put("sa", property("storm.authz.policies[0].sa", "hep"));
    for (int at = 0; at < keys.length; at += 2) {
      policy.put(keys[at], property("storm.authz.policies[0]." + keys[at], keys[at + 1]));
    }
    return policy;
  }

  private List<String> rules(String... keys) {
    DavIssuer issuer = new DavIssuer(new Spot("f", 1, "k"), "iam", IAM, List.of());
    return new DavPolicies(List.of(policy(keys)), List.of(issuer), findings)
        .rules(area(true), "/hep");
  }

  private SettingVerdict verdict() {
    return findings.all().getLast().verdict();
  }

  @Test
  void everyCallerThatARuleCanNameGetsOne() {
    Map<String, String> callers = new LinkedHashMap<>();
    callers.put("anyone", "anyone");
    callers.put("ANY_AUTHENTICATED_USER", "anyone");
    callers.put("vo vo=hep", "vo hep");
    callers.put("fqan fqan=/hep/Role=x", "fqan /hep/Role=x");
    callers.put("jwt-issuer iss=" + IAM, "dn /ISSUER=iam.example.org%2Frealms%2Fhep/SUB=*");
    callers.put("x509-subject subject=CN=Alice,O=Lab,C=IT", "dn \"/C=IT/O=Lab/CN=Alice\"");
    callers.forEach(
        (caller, who) -> {
          List<String> keys = new ArrayList<>(List.of("effect", "permit", "actions[0]", "read"));
          String[] parts = caller.split(" ", 2);
          keys.addAll(List.of("principals[0].type", parts[0]));
          if (parts.length > 1) {
            String[] param = parts[1].split("=", 2);
            keys.addAll(List.of("principals[0].params." + param[0], param[1]));
          }
          assertEquals(List.of("allow read to " + who), rules(keys.toArray(String[]::new)), caller);
          assertEquals(SettingVerdict.CHANGED, verdict(), caller);
        });
  }

  @Test
  void aSubjectOfAnIssuerIsOneCaller() {
    assertEquals(
        List.of("allow list to dn \"/ISSUER=iam.example.org%2Frealms%2Fhep/SUB=a%2Fb%2A\""),
        rules(
            "effect", "permit",
            "actions[0]", "list",
            "principals[0].type", "jwt-subject",
            "principals[0].params.iss", IAM,
            "principals[0].params.sub", "a/b*"));
  }

  @Test
  void actionsAndPathsBecomeOperationsAndPlaces() {
    assertEquals(
        List.of(
            "allow read, write, create to vo hep on /hep/a/**",
            "allow read, write, create to vo hep on /hep/b"),
        rules(
            "effect", "permit",
            "actions[0]", "read",
            "actions[1]", "write",
            "paths[0]", "/a/**",
            "paths[1]", "/b",
            "principals[0].type", "vo",
            "principals[0].params.vo", "hep"));
  }

  @Test
  void withoutAnEffectAPolicyDenies() {
    assertEquals(
        List.of("deny read, write, create, delete, list to anyone"),
        rules("actions[0]", "all", "principals[0].type", "anyone"));
  }

  @Test
  void aPermissionThatARuleCannotSayIsLeftOut() {
    assertEquals(
        List.of(),
        rules("effect", "permit", "actions[0]", "all", "principals[0].type", "jwt-group"));
    assertEquals(SettingVerdict.DROPPED, verdict());
  }

  @Test
  void aDenialThatARuleCannotSayIsWeaker() {
    assertEquals(
        List.of(),
        rules(
            "effect", "deny",
            "actions[0]", "read",
            "paths[0]", "/a?",
            "principals[0].type", "anyone"));
    assertEquals(SettingVerdict.WEAKER, verdict());
    assertEquals(
        List.of("deny read to anyone"),
        rules(
            "effect", "deny",
            "actions[0]", "read",
            "principals[0].type", "anyone",
            "principals[1].type", "vo-map"));
    assertEquals(SettingVerdict.WEAKER, verdict());
  }

  @Test
  void aPolicyWithoutActionsIsUnknown() {
    assertEquals(
        List.of(), rules("effect", "permit", "actions[0]", "fly", "principals[0].type", "anyone"));
    assertEquals(SettingVerdict.UNKNOWN, verdict());
  }

  @Test
  void policiesOfAnAreaThatDoesNotUseThemAreLeftOut() {
    Map<String, Property> policy =
        policy("effect", "permit", "actions[0]", "read", "principals[0].type", "anyone");
    DavPolicies policies = new DavPolicies(List.of(policy), List.of(), findings);
    assertEquals(List.of(), policies.rules(area(false), "/hep"));
    assertEquals(SettingVerdict.DROPPED, verdict());
  }
}
