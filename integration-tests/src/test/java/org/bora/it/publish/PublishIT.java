package org.bora.it.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a running site tells the grid is what is there: files, a reservation, copies on tape. */
class PublishIT {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final long GIB = 1L << 30;
  private static final int RESERVED = 200_000_000;
  private static final int SIZE = 3_000_017;

  /** Debian's slapd with its glue-schema, where they are installed. */
  private static final Path SLAPADD = Path.of("/usr/sbin/slapadd");

  private static final Path GLUE = Path.of("/etc/ldap/schema/GLUE20.schema");

  private static Site site;
  private static Shell shell;

  @BeforeAll
  static void up() throws Exception {
    site =
        Site.up(
            "publish",
            """
            try-grid: true
            endpoint: {host: localhost, address: 127.0.0.1, port: auto}
            credentials:
              certificate: grid/host/hostcert.pem
              key: grid/host/hostkey.pem
              trust: grid/certificates
              vomsdir: grid/vomsdir
            database: {embedded: true}
            mapping: {grid-mapfile: grid/gridmap, allow-root: true}
            gridftp: {run: true, address: 127.0.0.1, port: auto, serve: data}
            site:
              name: TEST-SITE
              quality: testing
              shares: [{area: tape, tape-size: 5GiB}]
            areas:
              - name: disk
                sfn: /disk
                root: data/disk
                size: 1GiB
                reservations: {allowed: true}
                rules: [allow all to vo testvo, 'allow read to vo atlas']
              - name: tape
                sfn: /tape
                root: data/tape
                size: 100MiB
                class: d0t1
                library: tapes
                rules: [allow all to fqan /testvo]
              - name: open
                sfn: /open
                root: data/open
                rules: [allow all to anyone]
            tape:
              libraries: [{name: tapes, driver: virtual, virtual: {volumes: 2, volume-size: 256MiB}}]
              migration: {max-age: 0s, check: 1s, lease: 15s, retry-first: 5s}
            """,
            "data/disk",
            "data/tape",
            "data/open");
    shell = site.shell().with("HOME", site.home().toString());
    put("/disk/a");
    put("/disk/b");
    put("/tape/c");
    run(gfal("gfal-archivepoll"), "--polling-timeout", "60", surl("/tape/c"));
    reserve();
  }

  @AfterAll
  static void down() throws Exception {
    if (site != null) {
      site.close();
    }
  }

  private static String gfal(String command) {
    return "'" + Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort") + "' " + command;
  }

  private static String surl(String path) throws Exception {
    return "srm://" + site.endpoint() + path;
  }

  private static void put(String path) throws Exception {
    Path source = Files.write(site.home().resolve("source"), new byte[SIZE]);
    run(gfal("gfal-copy"), "file://" + source, surl(path));
  }

  private static String run(String command, String... words) {
    return shell
        .run(Duration.ofMinutes(2), "bash", "-c", command + " " + String.join(" ", words))
        .succeeded()
        .output();
  }

  private static void reserve() throws Exception {
    try (SrmClient client =
        new SrmClient(
            "localhost", site.port(), Path.of(site.environment().get("X509_USER_PROXY")))) {
      SrmClient.Answer answer =
          client.call(
              "srmReserveSpace",
              "<retentionPolicyInfo><retentionPolicy>REPLICA</retentionPolicy></retentionPolicyInfo>"
                  + "<desiredSizeOfGuaranteedSpace>"
                  + RESERVED
                  + "</desiredSizeOfGuaranteedSpace>");
      assertEquals("SRM_SUCCESS", answer.code(), answer.body());
    }
  }

  private static Path published(String format) {
    Path file = site.home().resolve("published." + format);
    site.bora("publish", format, "--out", file.toString(), "--home", site.home().toString())
        .succeeded();
    return file;
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
    JsonNode service = MAPPER.readTree(Files.readString(published("srr"))).get("storageservice");
    assertEquals("TEST-SITE", service.get("name").asString());
    JsonNode disk = share(service, "disk");
    assertEquals(GIB, disk.get("totalsize").asLong());
    assertEquals(2L * SIZE, disk.get("usedsize").asLong(), "bytes of two files");
    assertEquals(2, disk.get("numberoffiles").asInt());
    assertEquals("[\"atlas\",\"testvo\"]", disk.get("vos").toString());
    JsonNode tape = share(service, "tape");
    assertEquals(5 * GIB, tape.get("totalsize").asLong());
    assertEquals(SIZE, tape.get("usedsize").asLong(), "bytes of one copy on tape");
    assertEquals("nearline", tape.get("accesslatency").asString());
    JsonNode open = share(service, "open");
    assertEquals("[]", open.get("vos").toString());
    assertTrue(open.get("message").asString().contains("anyone"), open::toString);
    assertEquals(
        RESERVED,
        service.at("/storagecapacity/online/reservedsize").asLong(),
        "what was reserved and is not used");
    assertEquals(SIZE, service.at("/storagecapacity/nearline/usedsize").asLong());
  }

  @Test
  void endpointsAreThoseThatClientsMeet() throws Exception {
    JsonNode endpoints =
        MAPPER.readTree(Files.readString(published("srr"))).at("/storageservice/storageendpoints");
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
    JsonNode service = MAPPER.readTree(Files.readString(published("srr"))).get("storageservice");
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
    assertTrue(lines.contains("GLUE2ServiceAdminDomainForeignKey: TEST-SITE"), lines::toString);
    assertTrue(lines.contains("GLUE2EndpointURL: httpg://" + site.endpoint() + "/srm/managerv2"));
    if (Files.exists(SLAPADD) && Files.exists(GLUE)) {
      load(ldif);
    }
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
    run(SLAPADD.toString(), "-f", configuration.toString(), "-l", all.toString());
  }
}
