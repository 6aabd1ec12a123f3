package org.bora.storm.webdav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Finding;
import org.bora.storm.report.Findings;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.WebDavFiles;
import org.bora.storm.source.WebDavFiles.AreaFile;
import org.junit.jupiter.api.Test;

/** What a storage area of StoRM WebDAV becomes, beside those of StoRM's backend. */
class WebDavTest {
  private static final String IAM = "https://iam.example.org/";
  private static final String TOKENS = "dn /ISSUER=iam.example.org/SUB=*";

  private final Findings findings = new Findings();
  private final List<AreaFile> files = new ArrayList<>();
  private final List<Property> application = new ArrayList<>();
  private final List<Property> environment = new ArrayList<>();
  private final List<Map<String, Object>> areas = new ArrayList<>();

  private static Property property(String file, int line, String text) {
    String[] parts = text.split("=", 2);
    return new Property(file, line, parts[0], parts[1], parts[1], Optional.empty());
  }

  /** A file of sa.d. */
  private void dav(String... lines) {
    String file = "sa.d/" + files.size() + ".properties";
    List<Property> properties = new ArrayList<>();
    for (String line : lines) {
      properties.add(property(file, properties.size() + 1, line));
    }
    files.add(new AreaFile(file, properties));
  }

  private void application(String... lines) {
    for (String line : lines) {
      application.add(property("config/application.yml", application.size() + 1, line));
    }
  }

  private void environment(String line) {
    environment.add(property("storm-webdav.conf", environment.size() + 1, line));
  }

  private void iam() {
    application("oauth.issuers[0].name=iam", "oauth.issuers[0].issuer=" + IAM);
  }

  /** An area of StoRM's backend. */
  private Map<String, Object> backend(String name, String sfn, String root, String... rules) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("name", name);
    keys.put("sfn", sfn);
    keys.put("root", root);
    keys.put("rules", List.of(rules));
    areas.add(keys);
    return keys;
  }

  private List<Map<String, Object>> merged() {
    return webdav().merged(areas);
  }

  private WebDav webdav() {
    return new WebDav(new WebDavFiles(files, application, environment), Instant.EPOCH, findings);
  }

  private Map<String, Map<String, Object>> sections(Map<String, Object> endpoint) {
    Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
    sections.put("endpoint", new LinkedHashMap<>(endpoint));
    WebDav webdav = webdav();
    webdav.merged(areas);
    webdav.addTo(sections);
    return sections;
  }

  private Finding finding(String key) {
    return findings.all().stream()
        .filter(one -> one.spot().key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private void assertVerdict(SettingVerdict expected, String key) {
    assertEquals(expected, finding(key).verdict(), finding(key).toString());
  }

  @Test
  void anAreaOfItsOwnHasItsPathsAndRules() {
    dav("name=a", "rootPath=/data/a/", "accessPoints=/a,/old/a/", "vos=hep,astro");
    Map<String, Object> area = merged().getFirst();
    assertEquals("a", area.get("name"));
    assertEquals("/a", area.get("sfn"));
    assertEquals(List.of("/old/a"), area.get("aliases"));
    assertEquals("/data/a", area.get("root"));
    assertEquals("1970-01-01T00:00:00Z", area.get("storm-until"));
    assertEquals(
        List.of(
            "allow read, write, create, delete, list to vo hep",
            "allow read, write, create, delete, list to vo astro"),
        area.get("rules"));
    assertVerdict(SettingVerdict.KEPT, "vos");
  }

  @Test
  void theSameDirectoryIsTheSameAreaWhoseRulesComeFirst() {
    backend("HEP", "/hep", "/data/hep", "deny delete to vo hep", "allow read, list to vo hep");
    dav("name=hep", "rootPath=/data/hep", "accessPoints=/hep,/dav/hep", "vos=hep");
    List<Map<String, Object>> all = merged();
    assertEquals(1, all.size());
    assertEquals(List.of("/dav/hep"), all.getFirst().get("aliases"));
    assertEquals(
        List.of("name", "sfn", "aliases", "root", "rules"), List.copyOf(all.getFirst().keySet()));
    assertEquals(
        List.of(
            "deny delete to vo hep",
            "allow read, list to vo hep",
            "allow read, write, create, delete, list to vo hep"),
        all.getFirst().get("rules"));
    assertVerdict(SettingVerdict.CHANGED, "vos");
    assertVerdict(SettingVerdict.CHANGED, "name");
  }

  @Test
  void anAreaThatTheBackendClosesStaysClosed() {
    backend("HEP", "/hep", "/data/hep", "deny all to anyone");
    dav("name=HEP", "rootPath=/data/hep", "accessPoints=/hep", "vos=hep");
    assertEquals(List.of("deny all to anyone"), merged().getFirst().get("rules"));
    assertVerdict(SettingVerdict.DROPPED, "vos");
  }

  @Test
  void aDirectoryWithinAnAreaKeepsItsOneName() {
    backend("HEP", "/hep", "/data/hep", "allow read, list to vo hep");
    dav("name=pub", "rootPath=/data/hep/pub", "accessPoints=/pub", "authenticatedReadEnabled=true");
    Map<String, Object> inner = merged().getLast();
    assertEquals("/hep/pub", inner.get("sfn"));
    assertEquals(List.of("/pub"), inner.get("aliases"));
    assertEquals(List.of("allow read, list to anyone"), inner.get("rules"));
  }

  @Test
  void aDirectoryAroundAnAreaWithAnotherPathIsLeftOut() {
    backend("HEP", "/hep", "/data/hep", "allow read, list to vo hep");
    dav("name=all", "rootPath=/data", "accessPoints=/all", "vos=hep");
    assertEquals(1, merged().size());
    assertVerdict(SettingVerdict.DROPPED, "rootPath");
  }

  @Test
  void aDirectoryAroundAnAreaWithItsPathIsAnArea() {
    backend("HEP", "/all/hep", "/data/hep", "allow read, list to vo hep");
    dav("name=all", "rootPath=/data", "accessPoints=/all", "vos=hep");
    assertEquals("/all", merged().getLast().get("sfn"));
  }

  @Test
  void aPathThatLeadsElsewhereIsNotGivenAway() {
    backend("HEP", "/hep", "/data/hep", "allow read, list to vo hep");
    dav("name=HEP", "rootPath=/data/other", "accessPoints=/hep,/other", "vos=hep");
    Map<String, Object> other = merged().getLast();
    assertEquals("HEP-webdav", other.get("name"));
    assertEquals("/other", other.get("sfn"));
    assertFalse(other.containsKey("aliases"));
    assertVerdict(SettingVerdict.DROPPED, "accessPoints");
  }

  @Test
  void anAreaWithoutAPathOfItsOwnIsLeftOut() {
    backend("HEP", "/hep", "/data/hep", "allow read, list to vo hep");
    dav("name=x", "rootPath=/data/other", "accessPoints=/hep", "vos=hep");
    assertEquals(1, merged().size());
    assertVerdict(SettingVerdict.DROPPED, "rootPath");
  }

  @Test
  void whatAnAreaNeedsAndHasNotIsUnknown() {
    dav("rootPath=/a", "accessPoints=/a");
    dav("name=b", "rootPath=/", "accessPoints=/b");
    dav("name=c", "rootPath=/c", "accessPoints=/");
    dav("name=d", "rootPath=/d", "accessPoints=/d", "vos=hep", "vosx=hep", "tapeEnabled=perhaps");
    assertEquals(List.of("d"), merged().stream().map(area -> area.get("name")).toList());
    for (String key : List.of("name", "rootPath", "accessPoints", "vosx", "tapeEnabled")) {
      assertVerdict(SettingVerdict.UNKNOWN, key);
    }
  }

  @Test
  void ofAKeyThatIsRepeatedTheLastCounts() {
    dav("name=a", "rootPath=/a", "accessPoints=/a", "vos=hep", "vos=astro");
    assertEquals(
        List.of("allow read, write, create, delete, list to vo astro"),
        merged().getFirst().get("rules"));
  }

  @Test
  void tokensThatMayReadAloneAreDeniedWhatTheirScopesSay() {
    iam();
    dav(
        "name=a",
        "rootPath=/a",
        "accessPoints=/a",
        "vos=hep",
        "orgs=" + IAM,
        "orgsGrantWritePermission=false");
    assertEquals(
        List.of(
            "deny write, create, delete to " + TOKENS,
            "allow read, write, create, delete, list to vo hep",
            "allow read, list to " + TOKENS),
        merged().getFirst().get("rules"));
    assertVerdict(SettingVerdict.CHANGED, "oauth.issuers[0].issuer");
  }

  @Test
  void whereScopesDecideTokensNeedNoRule() {
    iam();
    dav(
        "name=a",
        "rootPath=/a",
        "accessPoints=/a",
        "vos=hep",
        "orgs=" + IAM,
        "orgsGrantReadPermission=false",
        "wlcgScopeAuthzEnabled=true");
    Map<String, Map<String, Object>> sections = sections(Map.of("host", "h"));
    assertEquals(
        Map.of("issuers", List.of(Map.of("issuer", IAM, "vo", "hep", "base", List.of("/a")))),
        sections.get("tokens"));
    assertEquals(
        List.of("allow read, write, create, delete, list to vo hep"),
        merged().getFirst().get("rules"));
  }

  @Test
  void theCodesDefaultOfWritingByTokenCountsAndIsTold() {
    iam();
    dav("name=a", "rootPath=/a", "accessPoints=/a", "orgs=" + IAM);
    assertEquals(
        List.of("allow read, write, create, delete, list to " + TOKENS),
        merged().getFirst().get("rules"));
    assertVerdict(SettingVerdict.CHANGED, "orgsGrantWritePermission");
  }

  @Test
  void tokensOfAnIssuerCountOnlyWhereItIsNamed() {
    iam();
    dav("name=a", "rootPath=/a", "accessPoints=/a", "vos=hep", "orgs=" + IAM);
    dav("name=b", "rootPath=/b", "accessPoints=/b", "vos=hep");
    dav("name=c", "rootPath=/c", "accessPoints=/c", "vos=astro");
    backend("D", "/d", "/d", "allow read, list to fqan /hep/Role=x on /d/raw/**");
    List<Map<String, Object>> all = merged();
    assertEquals(
        List.of("deny all to " + TOKENS, "allow read, list to fqan /hep/Role=x on /d/raw/**"),
        all.get(0).get("rules"));
    assertFalse(all.get(1).get("rules").toString().contains("deny"), all.toString());
    assertEquals(
        List.of("deny all to " + TOKENS, "allow read, write, create, delete, list to vo hep"),
        all.get(2).get("rules"));
    assertFalse(all.get(3).get("rules").toString().contains("deny"), all.toString());
  }

  @Test
  void anIssuerThatOneOfTheTwoFilesDoesNotNameIsLeftOut() {
    iam();
    dav("name=a", "rootPath=/a", "accessPoints=/a", "vos=hep", "orgs=https://other.example.org/");
    assertFalse(sections(Map.of()).containsKey("tokens"));
    assertVerdict(SettingVerdict.DROPPED, "orgs");
    assertVerdict(SettingVerdict.DROPPED, "oauth.issuers[0].issuer");
  }

  @Test
  void anIssuerOfSeveralVosHasItsOwnName() {
    iam();
    dav("name=a", "rootPath=/a", "accessPoints=/a", "vos=hep,astro", "orgs=" + IAM);
    assertTrue(sections(Map.of()).get("tokens").toString().contains("vo=iam"));
  }

  @Test
  void whatIsNoUrlOfAnIssuerIsUnknown() {
    application("oauth.issuers[0].issuer=http://iam.example.org/", "oauth.issuers[1].name=x");
    dav("name=a", "rootPath=/a", "accessPoints=/a", "orgs=http://iam.example.org/");
    assertFalse(sections(Map.of()).containsKey("tokens"));
    assertVerdict(SettingVerdict.UNKNOWN, "oauth.issuers[0].issuer");
    assertVerdict(SettingVerdict.UNKNOWN, "oauth.issuers[1].name");
  }

  @Test
  void audiencesCountWhereStormChecksThem() {
    iam();
    application(
        "oauth.issuers[0].enforce-audience-checks=true",
        "oauth.issuers[0].audiences[0]=https://dav.example.org");
    dav("name=a", "rootPath=/a", "accessPoints=/a", "orgs=" + IAM);
    assertEquals(
        List.of("https://dav.example.org"), sections(Map.of()).get("tokens").get("audiences"));
  }

  @Test
  void callersWithoutACertificateAreToldOf() {
    dav("name=a", "rootPath=/a", "accessPoints=/a", "anonymousReadEnabled=true");
    assertEquals(List.of("allow read, list to anyone"), merged().getFirst().get("rules"));
    assertVerdict(SettingVerdict.CHANGED, "anonymousReadEnabled");
    assertTrue(finding("anonymousReadEnabled").why().contains("no equivalent"));
  }

  @Test
  void anAreaOnTapeThatTheBackendDoesNotHaveIsWeaker() {
    Map<String, Object> tape = backend("T", "/t", "/t", "allow read, list to vo hep");
    tape.put("class", "d0t1");
    dav("name=T", "rootPath=/t", "accessPoints=/t", "tapeEnabled=true");
    merged();
    assertVerdict(SettingVerdict.KEPT, "tapeEnabled");
    files.clear();
    dav("name=u", "rootPath=/u", "accessPoints=/u", "tapeEnabled=true");
    merged();
    assertEquals(
        SettingVerdict.WEAKER,
        findings.all().stream()
            .filter(one -> one.spot().key().equals("tapeEnabled"))
            .toList()
            .getLast()
            .verdict());
  }

  @Test
  void voMapFilesAreDroppedWhereTheyAreUsed() {
    dav("name=a", "rootPath=/a", "accessPoints=/a", "voMapEnabled=true", "vos=hep");
    merged();
    assertVerdict(SettingVerdict.KEPT, "voMapEnabled");
    files.clear();
    environment("STORM_WEBDAV_VO_MAP_FILES_ENABLE=true");
    dav("name=b", "rootPath=/b", "accessPoints=/b", "voMapGrantsWritePermission=true", "vos=hep");
    merged();
    assertVerdict(SettingVerdict.DROPPED, "voMapGrantsWritePermission");
  }

  @Test
  void thePortIsThatOfStormAndHostsAreNamesOfBora() {
    dav("name=a", "rootPath=/a", "accessPoints=/a");
    assertEquals(8443, sections(Map.of("host", "h")).get("endpoint").get("http-port"));
    environment("STORM_WEBDAV_HTTPS_PORT=9443");
    environment("STORM_WEBDAV_HOSTNAME_0=dav.example.org");
    environment("STORM_WEBDAV_HOSTNAME_1=h");
    Map<String, Object> endpoint = sections(Map.of("host", "h")).get("endpoint");
    assertEquals(9443, endpoint.get("http-port"));
    assertEquals(List.of("dav.example.org"), endpoint.get("aliases"));
    assertEquals("dav.example.org", sections(Map.of()).get("endpoint").get("host"));
  }

  @Test
  void aPortThatIsNoneAndKeysThatAreNoneAreUnknown() {
    dav("name=a", "rootPath=/a", "accessPoints=/a");
    environment("STORM_WEBDAV_HTTPS_PORT=99999");
    environment("STORM_WEBDAV_MOON=full");
    application("storm.moon-secret=hush");
    assertEquals(8443, sections(Map.of()).get("endpoint").get("http-port"));
    assertVerdict(SettingVerdict.UNKNOWN, "STORM_WEBDAV_HTTPS_PORT");
    assertVerdict(SettingVerdict.UNKNOWN, "STORM_WEBDAV_MOON");
    assertEquals("(not shown)", finding("storm.moon-secret").value());
  }

  @Test
  void timesStayWithinTheBoundsOfTheirKeys() {
    dav("name=a", "rootPath=/a", "accessPoints=/a");
    application(
        "oauth.refresh-period-minutes=1", "storm.authz-server.max-token-lifetime-sec=604800");
    assertEquals(
        Map.of("refresh", "60s", "issued-lifetime", "604800s"), sections(Map.of()).get("tokens"));
    assertVerdict(SettingVerdict.KEPT, "oauth.refresh-period-minutes");
    application.clear();
    application(
        "oauth.refresh-period-minutes=1441", "storm.authz-server.max-token-lifetime-sec=604801");
    assertEquals(
        Map.of("refresh", "86400s", "issued-lifetime", "604800s"),
        sections(Map.of()).get("tokens"));
    assertEquals(
        2,
        findings.all().stream()
            .filter(one -> one.why().startsWith("no more than that"))
            .filter(one -> one.verdict() == SettingVerdict.CHANGED)
            .count());
  }
}
