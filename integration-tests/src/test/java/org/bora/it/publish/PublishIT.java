package org.bora.it.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.observe.OneTrace;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.bora.server.metrics.Exposition;
import org.bora.server.metrics.ShippedQueries;
import org.bora.server.publish.Glue2Check;
import org.bora.server.publish.SchemaCheck;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a running site tells the grid is what is there: files, a reservation, copies on tape. What
 * it tells those who watch it is all that they ask for.
 */
class PublishIT {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final long GIB = 1L << 30;
  private static final JsonNode SCHEMA =
      MAPPER.readTree(Path.of("..", "docs", "reference", "srr.schema.json").toFile());

  /**
   * Of links between processes, of what waits for tape, and of requests of S3, which has no port.
   */
  private static final Set<String> NOT_HERE =
      Set.of(
          "bora_link_ready",
          "bora_link_outstanding",
          "bora_http_copies_total",
          "bora_http_copied_bytes_total",
          "bora_http_copies_refused_total",
          "bora_s3_requests_total",
          "bora_tape_volume_recalls",
          "bora_database_commits_late");

  /** Debian's slapd with its glue-schema, where they are installed. */
  private static final Path SLAPADD = Path.of("/usr/sbin/slapadd");

  private static final Path GLUE = Path.of("/etc/ldap/schema/GLUE20.schema");

  private static TellingSite telling;
  private static Site site;

  @BeforeAll
  static void up() throws Exception {
    telling = TellingSite.up();
    site = telling.site();
  }

  @AfterAll
  static void down() throws Exception {
    if (telling != null) {
      telling.close();
    }
  }

  private static Path published(String format) {
    Path file = site.home().resolve("published." + format);
    site.bora("publish", format, "--out", file.toString(), "--home", site.home().toString())
        .succeeded();
    return file;
  }

  /** What {@code bora publish srr} says, which holds by the schema. */
  private static JsonNode service() throws IOException {
    JsonNode document = MAPPER.readTree(Files.readString(published("srr")));
    assertEquals(List.of(), SchemaCheck.faults(SCHEMA, document));
    return document.get("storageservice");
  }

  private static JsonNode share(JsonNode service, String name) {
    for (JsonNode share : service.get("storageshares")) {
      if (share.get("name").asString().equals(name)) {
        return share;
      }
    }
    throw new AssertionError("no share " + name + " in " + service);
  }

  @Test
  void theJsonHasTheNumbersThatAreThere() throws Exception {
    JsonNode service = service();
    assertEquals("TEST-SITE", service.get("name").asString());
    JsonNode disk = share(service, "disk");
    assertEquals(GIB, disk.get("totalsize").asLong());
    assertEquals(2L * TellingSite.SIZE, disk.get("usedsize").asLong(), "bytes of two files");
    assertEquals(2, disk.get("numberoffiles").asInt());
    assertEquals("[\"atlas\",\"testvo\"]", disk.get("vos").toString());
    JsonNode tape = share(service, "tape");
    assertEquals(5 * GIB, tape.get("totalsize").asLong());
    assertEquals(TellingSite.SIZE, tape.get("usedsize").asLong(), "bytes of one copy on tape");
    assertEquals("nearline", tape.get("accesslatency").asString());
    JsonNode open = share(service, "open");
    assertEquals("[]", open.get("vos").toString());
    assertTrue(open.get("message").asString().contains("anyone"), open::toString);
    assertEquals(
        TellingSite.RESERVED,
        service.at("/storagecapacity/online/reservedsize").asLong(),
        "what was reserved and is not used");
    assertEquals(TellingSite.SIZE, service.at("/storagecapacity/nearline/usedsize").asLong());
  }

  @Test
  void endpointsAreThoseThatClientsMeet() throws Exception {
    JsonNode endpoints = service().get("storageendpoints");
    assertEquals(
        "httpg://" + site.endpoint() + "/srm/managerv2",
        endpoints.get(0).get("endpointurl").asString());
    assertEquals(
        "gsiftp://localhost:" + site.portOf("gridftp") + "/",
        endpoints.get(1).get("endpointurl").asString());
    assertFalse(endpoints.get(1).has("message"), endpoints::toString);
  }

  @Test
  void theSameNumbersAsBoraAreas() throws Exception {
    JsonNode areas =
        MAPPER.readTree(
            site.bora("areas", "--json", "--home", site.home().toString()).succeeded().output());
    JsonNode service = service();
    JsonNode disk = areas.get("areas").get(0).get("disk");
    assertEquals(disk.get("used"), share(service, "disk").get("usedsize"));
    assertEquals(disk.get("total"), share(service, "disk").get("totalsize"));
    assertEquals(
        areas.get("areas").get(1).at("/tape/bytes"), share(service, "tape").get("usedsize"));
  }

  @Test
  void theLdifIsOneThatADirectoryTakes() throws Exception {
    Path ldif = published("glue2");
    List<String> lines = Files.readAllLines(ldif);
    assertEquals(List.of(), Glue2Check.faults(lines));
    assertTrue(lines.contains("GLUE2ServiceAdminDomainForeignKey: TEST-SITE"), lines::toString);
    assertTrue(lines.contains("GLUE2EndpointURL: httpg://" + site.endpoint() + "/srm/managerv2"));
    if (Files.exists(SLAPADD) && Files.exists(GLUE)) {
      load(ldif);
    }
  }

  @Test
  void aReaderScrapesWhateverDashboardAndAlertsAskFor() throws Exception {
    Set<String> missing = new TreeSet<>();
    for (long end = System.nanoTime() + 60_000_000_000L; System.nanoTime() < end; pause()) {
      Exposition told = Exposition.of(telling.askedByReader("/metrics"));
      missing.clear();
      ShippedQueries.names().stream().filter(name -> !told.answers(name)).forEach(missing::add);
      missing.removeAll(NOT_HERE);
      if (missing.isEmpty()) {
        return;
      }
    }
    assertEquals(Set.of(), missing, "figures of the site are gathered every few seconds");
  }

  @Test
  void callsAreCountedByTheOrganisationsThatTheConfigurationNames() throws Exception {
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      alice.call("srmPing", "");
    }
    String told = telling.askedByReader("/metrics");
    for (String metric : List.of("bora_srm_vo_calls_total", "bora_backend_vo_calls_total")) {
      assertTrue(
          told.lines()
              .anyMatch(
                  line ->
                      line.startsWith(metric + "{class=\"write\",result=\"done\",vo=\"testvo\"}")
                          && !line.endsWith(" 0.0")),
          told);
    }
    assertTrue(
        told.contains("bora_srm_vo_calls_total{class=\"none\",result=\"done\",vo=\"testvo\"}"),
        told);
  }

  private static void pause() {
    LockSupport.parkNanos(500_000_000);
  }

  @Test
  void aCallIsOneTraceFromTheDoorToTheDatabase() throws Exception {
    OneTrace.ofAPut(
        telling.collector(),
        site.port(),
        site.proxy("alice-voms"),
        telling.surl("/open/traced"),
        "bora",
        "bora");
  }

  /** By OpenLDAP, offline: what does not hold by the schema is refused. */
  private static void load(Path ldif) throws Exception {
    Path directory = Files.createDirectory(site.home().resolve("ldap"));
    Path configuration =
        Files.writeString(
            directory.resolve("slapd.conf"),
            """
            include /etc/ldap/schema/core.schema
            include %s
            modulepath /usr/lib/ldap
            moduleload back_mdb
            database mdb
            suffix "o=glue"
            directory %s
            """
                .formatted(GLUE, directory));
    Path all =
        Files.writeString(
            directory.resolve("all.ldif"),
            """
            dn: o=glue
            objectClass: organization
            o: glue

            dn: GLUE2GroupID=resource,o=glue
            objectClass: GLUE2Group
            GLUE2GroupID: resource

            """
                + Files.readString(ldif));
    telling.run(SLAPADD.toString(), "-f", configuration.toString(), "-l", all.toString());
  }
}
