package org.bora.it.storm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site comes over from StoRM: its files are there, by all their names, with their checksums. */
class FromStormIT {
  private static final String NAMESPACE =
      """
      <namespace version="1.5.0">
        <filesystems>
          <filesystem name="TESTVO-FS" fs_type="xfs">
            <space-token-description>TESTVO</space-token-description>
            <storage-class>T0D1</storage-class>
            <root>/storage/testvo</root>
            <filesystem-driver>it.grid.storm.filesystem.swig.posixfs</filesystem-driver>
            <storage-area-authz><fixed>permit-all</fixed></storage-area-authz>
            <properties><TotalOnlineSize unit="GB" limited-size="true">1</TotalOnlineSize></properties>
            <capabilities><aclMode>AoT</aclMode></capabilities>
          </filesystem>
        </filesystems>
        <mapping-rules>
          <map-rule name="a"><stfn-root>/testvo</stfn-root><mapped-fs>TESTVO-FS</mapped-fs></map-rule>
          <map-rule name="b"><stfn-root>/old/testvo</stfn-root><mapped-fs>TESTVO-FS</mapped-fs></map-rule>
        </mapping-rules>
        <approachable-rules>
          <app-rule name="r">
            <subjects><dn>*</dn><vo-name>testvo</vo-name></subjects>
            <approachable-fs>TESTVO-FS</approachable-fs>
          </app-rule>
        </approachable-rules>
      </namespace>
      """;

  @TempDir private Path directory;

  @Test
  void filesOfStormAreServedWithTheirChecksums() throws IOException {
    try (Site site = Site.up("from-storm", configuration(), "data/testvo")) {
      Path file = Files.writeString(site.home().resolve("data/testvo/old"), "Wikipedia");
      Files.setAttribute(
          file, "user:storm.checksum.adler32", StandardCharsets.US_ASCII.encode("11e60398"));
      Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
      Shell shell = site.shell();
      String start = "srm://" + site.endpoint();
      for (String name : new String[] {"/testvo/old", "/old/testvo/old"}) {
        String sum =
            shell
                .run(Duration.ofMinutes(1), "gfal-sum", start + name, "ADLER32")
                .succeeded()
                .output();
        assertTrue(sum.contains("11e60398"), sum);
      }
      String listed =
          shell.run(Duration.ofMinutes(1), "gfal-ls", start + "/old/testvo").succeeded().output();
      assertTrue(listed.lines().anyMatch("old"::equals), listed);
      String content =
          shell.run(Duration.ofMinutes(1), "gfal-cat", start + "/testvo/old").succeeded().output();
      assertTrue(content.contains("Wikipedia"), content);
    }
  }

  /** What was imported, on a try grid instead of real certificates, database and doors. */
  private String configuration() throws IOException {
    Path output = directory.resolve("out");
    Path namespace = Files.writeString(directory.resolve("namespace.xml"), NAMESPACE);
    Path access = Files.writeString(directory.resolve("path-authz.db"), "@ALL@ / WRFDLMN permit\n");
    new Shell(Site.CHECKOUT, Map.of("BORA_NO_BUILD", "1"))
        .run(
            Duration.ofMinutes(2),
            Site.CHECKOUT.resolve("bora").toString(),
            "import",
            "storm",
            "--namespace",
            namespace.toString(),
            "--path-authz",
            access.toString(),
            "--output",
            output.toString())
        .succeeded();
    String imported = Files.readString(output.resolve("bora.yaml"));
    String areas =
        imported
            .substring(imported.indexOf("areas:"), imported.indexOf("doors:"))
            .replace("root: /storage/testvo", "root: data/testvo");
    return """
        try-grid: true
        endpoint: {host: localhost, address: 127.0.0.1, port: auto}
        credentials:
          {certificate: grid/host/hostcert.pem, key: grid/host/hostkey.pem, trust: grid/certificates, vomsdir: grid/vomsdir}
        database: {embedded: true}
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        gridftp: {run: true, address: 127.0.0.1, port: auto, serve: data}
        """
        + areas;
  }
}
