package org.bora.storm.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Finding;
import org.bora.storm.report.Findings;
import org.bora.storm.report.ImportReport;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile;
import org.bora.storm.source.PropertyFile;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.UnreadableSource;
import org.bora.storm.source.WebDavFiles;
import org.bora.storm.source.XmlFile;
import org.bora.storm.translate.StormSite.BoraDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole site: what becomes of it stands in {@code src/test/resources/site/expected}. */
class TranslationIT {
  private static final Path SITE = Path.of("src", "test", "resources", "site");
  private static final Path MADE = Path.of("target", "site");
  private static final Instant STOPPED = Instant.parse("2026-11-21T18:00:00Z");

  @TempDir private Path directory;

  private final Findings findings = new Findings();

  private static StormSite site(Map<String, String> tokens, List<String> reservedIn)
      throws UnreadableSource {
    return new StormSite(
        new StormSite.Names("namespace.xml", "storm.properties", "path-authz.db", "groupmapfile"),
        XmlFile.read(SITE.resolve("namespace.xml"), "namespace"),
        PropertyFile.read(SITE.resolve("storm.properties")),
        Optional.of(AccessFile.read(SITE.resolve("path-authz.db"))),
        GroupMapFile.read(SITE.resolve("groupmapfile")),
        Optional.empty(),
        tokens,
        reservedIn,
        new BoraDatabase("jdbc:mysql://db.example.org/bora", "bora", Optional.empty()),
        STOPPED);
  }

  private static void assertAsExpected(String name, String made) throws IOException {
    Files.createDirectories(MADE);
    Files.writeString(MADE.resolve(name), made);
    assertEquals(Files.readString(SITE.resolve("expected").resolve(name)), made, name);
  }

  @Test
  void everySettingBecomesWhatIsExpectedOrIsTold() throws Exception {
    String yaml = new Translation(site(Map.of(), List.of()), findings).draft().yaml();
    ImportReport report = new ImportReport(findings.all());
    assertAsExpected("bora.yaml", yaml);
    assertAsExpected("import-report.txt", String.join("\n", report.lines()) + "\n");
    assertFalse(report.json().contains("secret"), "a password in the report");
    assertFalse(yaml.contains("secret"), "a password in the configuration");
  }

  @Test
  void storagesOfWebDavAreMergedWithThoseOfTheBackend() throws Exception {
    StormSite full = site(Map.of(), List.of());
    StormSite both =
        new StormSite(
            full.names(),
            full.namespace(),
            full.properties(),
            full.access(),
            full.groups(),
            Optional.of(WebDavFiles.read(SITE.resolve("webdav"))),
            Map.of(),
            List.of(),
            full.database(),
            STOPPED);
    String yaml = new Translation(both, findings).draft().yaml();
    List<Finding> told =
        findings.all().stream()
            .filter(one -> one.spot().file().matches("(sa.d|config|storm-webdav.conf).*"))
            .toList();
    assertAsExpected("webdav-bora.yaml", yaml);
    assertAsExpected("webdav-report.txt", String.join("\n", new ImportReport(told).lines()) + "\n");
    assertFalse(new ImportReport(told).json().contains("topsecret"), "a secret in the report");
  }

  @Test
  void tokensOfTheDatabaseStayAndReservationsMayBeMade() throws Exception {
    String yaml =
        new Translation(
                site(
                    Map.of("HEP_DISK", "0b1c7dcb-89a5-4d2e-b302-5b2a6a0a2d3f"),
                    List.of("/storage/hep/.space1")),
                findings)
            .draft()
            .yaml();
    assertTrue(yaml.contains("token: 0b1c7dcb-89a5-4d2e-b302-5b2a6a0a2d3f"), yaml);
    assertTrue(yaml.contains("reservations:\n      allowed: true"), yaml);
    assertTrue(yaml.contains("'allow reserve to fqan /hep/Role=production'"), yaml);
  }

  @Test
  void whoIsDeniedToWriteMayNotReserve() throws Exception {
    StormSite full = site(Map.of(), List.of("/storage/hep/.space1"));
    Path access =
        Files.writeString(
            directory.resolve("path-authz.db"), "@ALL@ / WRN permit\nhepprd /hep W deny\n");
    String yaml =
        new Translation(
                like(
                    full,
                    full.namespace(),
                    List.of(),
                    Optional.of(AccessFile.read(access)),
                    full.reservedIn()),
                findings)
            .draft()
            .yaml();
    int denied = yaml.indexOf("'deny reserve to fqan /hep/Role=production'");
    assertTrue(denied > 0 && denied < yaml.indexOf("'allow reserve to vo hep'"), yaml);
  }

  @Test
  void aFilesystemWithoutADirectoryOfItsOwnIsLeftOut() throws Exception {
    for (String root : new String[] {"", "<root>/</root>", "<root>storage/hep</root>"}) {
      Findings told = new Findings();
      String yaml =
          new Translation(altered("<root>/storage/hep</root>", root), told).draft().yaml();
      assertFalse(yaml.contains("HEP-DISK"), yaml);
      assertFalse(yaml.contains("root: /\n"), yaml);
      assertTrue(
          told.all().stream()
              .anyMatch(
                  one ->
                      one.verdict() == SettingVerdict.UNKNOWN
                          && one.spot().key().equals("filesystem HEP-DISK root")),
          root);
    }
  }

  @Test
  void aSlashAtTheEndOfADirectoryDoesNotMatter() throws Exception {
    StormSite site = altered("<root>/storage/hep</root>", "<root>/storage/hep/</root>");
    String yaml =
        new Translation(
                like(
                    site,
                    site.namespace(),
                    site.properties(),
                    site.access(),
                    List.of("/storage/hep/.space1")),
                findings)
            .draft()
            .yaml();
    assertTrue(yaml.contains("root: /storage/hep\n"), yaml);
    assertTrue(yaml.contains("reservations:\n      allowed: true"), yaml);
  }

  @Test
  void passwordsOfUnknownKeysAreNotTold() throws Exception {
    StormSite site =
        with(
            property(1, "storm.service.request-db.passwort", "topsecret1"),
            property(2, "new.secretkey", "topsecret2"),
            property(3, "new.url", "jdbc:mysql://db/x?password=topsecret3"),
            property(4, "storm.service.request-db.properties", "password=topsecret4"));
    new Translation(site, findings).draft();
    String report = new ImportReport(findings.all()).json();
    assertFalse(report.contains("topsecret"), report);
  }

  @Test
  void ofLinesWithTheSameKeyTheFirstCountsButAllEndpoints() throws Exception {
    StormSite site =
        with(
            property(1, "storm.service.port", "8444"),
            property(2, "storm.service.SURL.endpoint", "srm://a.example.org"),
            property(3, "storm.service.port", "9444"),
            property(4, "storm.service.SURL.endpoint", "srm://b.example.org"));
    String yaml = new Translation(site, findings).draft().yaml();
    assertTrue(yaml.contains("port: 8444\n"), yaml);
    assertTrue(yaml.contains("- a.example.org\n    - b.example.org\n"), yaml);
  }

  @Test
  void aFileOfStorm112SetsTheSameAsOneOf111() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("storm.properties"),
            """
            version: 2.0
            srm_endpoints[0].host: storm.example.org
            srm_endpoints[0].port: 8445
            srm_endpoints[1].host: srm.example.org
            srm_endpoints[1].port: 8444
            pinlifetime.default: 3600
            pinlifetime.default: 7200
            pinlifetime.maximum: 86400
            files.default_lifetime: 86400
            synch_ls.max_entries: 500
            db.password: hush18
            security.token: hush19
            directories.enable_automatic_creation: false
            """);
    StormSite site = with(PropertyFile.read(file).toArray(Property[]::new));
    String yaml = new Translation(site, findings).draft().yaml();
    ImportReport report = new ImportReport(findings.all());
    for (String line :
        List.of(
            "host: storm.example.org\n",
            "port: 8445\n",
            "- srm.example.org\n",
            "pin-default: 2h\n",
            "pin-maximum: 1d\n",
            "file-lifetime-default: 1d\n",
            "entries-per-reply: 500\n")) {
      assertTrue(yaml.contains(line), line + yaml);
    }
    assertFalse(report.json().contains("hush"), report.json());
    assertEquals(
        List.of(),
        findings.all().stream()
            .filter(one -> one.spot().file().equals("storm.properties"))
            .filter(one -> one.verdict() == SettingVerdict.UNKNOWN)
            .toList());
  }

  @Test
  void everyNewNameStandsForAKeyThatIsUnderstood() {
    RenamedKeys.all()
        .forEach(
            (name, old) -> assertTrue(PropertyCatalogue.of(old).isPresent(), name + " " + old));
  }

  @Test
  void custodialStorageWithoutTapeIsWeakerAndAPersonMustDecide() throws Exception {
    new Translation(
            altered(
                "<RetentionPolicy>replica</RetentionPolicy>",
                "<RetentionPolicy>custodial</RetentionPolicy>"),
            findings)
        .draft();
    ImportReport report = new ImportReport(findings.all());
    assertTrue(report.count(SettingVerdict.WEAKER) > 0, report.summary());
    assertTrue(report.needsDecision());
  }

  @Test
  void whatStandsForAReferenceCountsAndIsNotTold() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("storm.properties"),
            """
            my.password = hush17
            new.url = x${my.password}y
            port = 9444
            storm.service.port = ${port}
            pinLifetime.default = ${my.password}
            pinLifetime.maximum = ${days}
            """);
    StormSite site = with(PropertyFile.read(file).toArray(Property[]::new));
    String yaml = new Translation(site, findings).draft().yaml();
    String report = new ImportReport(findings.all()).json();
    assertTrue(yaml.contains("port: 9444\n"), yaml);
    assertFalse(yaml.contains("pin-"), yaml);
    assertTrue(report.contains("${days} stands for nothing"), report);
    assertFalse(report.contains("hush17"), report);
  }

  private static Property property(int line, String key, String value) {
    return new Property("storm.properties", line, key, value, value, Optional.empty());
  }

  private static StormSite with(Property... properties) throws Exception {
    StormSite full = site(Map.of(), List.of());
    return like(full, full.namespace(), List.of(properties), full.access(), List.of());
  }

  /** The same names, groups and database. */
  private static StormSite like(
      StormSite full,
      Element namespace,
      List<Property> properties,
      Optional<AccessList> access,
      List<String> reservedIn) {
    return new StormSite(
        full.names(),
        namespace,
        properties,
        access,
        full.groups(),
        Optional.empty(),
        Map.of(),
        reservedIn,
        full.database(),
        STOPPED);
  }

  private StormSite altered(String from, String to) throws Exception {
    Path altered = directory.resolve("namespace.xml");
    Files.writeString(altered, Files.readString(SITE.resolve("namespace.xml")).replace(from, to));
    StormSite full = site(Map.of(), List.of());
    return like(
        full, XmlFile.read(altered, "namespace"), full.properties(), full.access(), List.of());
  }

  @Test
  void withoutPathAuthorizationEverybodyMayReadAndList() throws Exception {
    StormSite full = site(Map.of(), List.of());
    StormSite bare =
        new StormSite(
            full.names(),
            full.namespace(),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Map.of(),
            List.of(),
            full.database(),
            STOPPED);
    String yaml = new Translation(bare, findings).draft().yaml();
    assertTrue(yaml.contains("'allow read, list, stage to vo hep'"), yaml);
    assertFalse(yaml.contains("write"), yaml);
  }
}
