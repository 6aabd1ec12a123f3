package org.bora.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * docs/operate/from-storm.md: the configuration is made of StoRM's files and database, and what
 * lives in that is taken over, by the commands of the page.
 */
@ExtendWith(MariaDb.class)
class StormWalkIT {
  private static final String PAGE = "docs/operate/from-storm.md";
  private static final String RUNNER =
      "integration-tests/src/test/java/org/bora/it/docs/StormWalkIT.java";

  private static final Path FILES = Site.CHECKOUT.resolve("import-storm/src/test/resources/site");

  private static final String NAMESPACE =
      """
      <namespace version="1.5.0">
        <filesystems>
          <filesystem name="HEP" fs_type="xfs">
            <space-token-description>HEP_DISK</space-token-description>
            <storage-class>T0D1</storage-class>
            <root>ROOT</root>
          </filesystem>
        </filesystems>
        <mapping-rules>
          <map-rule name="a"><stfn-root>/hep</stfn-root><mapped-fs>HEP</mapped-fs></map-rule>
        </mapping-rules>
        <approachable-rules/>
      </namespace>
      """;

  /** Of StoRM's schemas what is read. */
  private static final List<String> STORM =
      List.of(
          "CREATE DATABASE storm_db",
          "CREATE DATABASE storm_be_ISAM",
          "CREATE TABLE storm_db.request_queue (ID INT, client_dn TEXT, u_token TEXT, pinLifetime INT, status INT, r_token TEXT, timeStamp DATETIME, proxy BLOB)",
          "CREATE TABLE storm_db.request_Get (ID INT, request_queueID INT, sourceSURL TEXT)",
          "CREATE TABLE storm_db.request_BoL (ID INT, request_queueID INT, sourceSURL TEXT)",
          "CREATE TABLE storm_db.status_Get (statusCode INT, fileSize BIGINT, transferURL TEXT, request_GetID INT)",
          "CREATE TABLE storm_db.status_BoL (statusCode INT, fileSize BIGINT, request_BoLID INT)",
          "CREATE TABLE storm_db.status_Put (statusCode INT)",
          "CREATE TABLE storm_db.volatile (ID INT)",
          "CREATE TABLE storm_db.jit (ID INT)",
          "CREATE TABLE storm_be_ISAM.tape_recall (taskId CHAR(36), status INT)",
          "CREATE TABLE storm_be_ISAM.storage_space (SS_ID INT PRIMARY KEY AUTO_INCREMENT, USERDN TEXT, ALIAS TEXT, SPACE_TOKEN TEXT, CREATED DATETIME, TOTAL_SIZE BIGINT, GUAR_SIZE BIGINT, SPACE_FILE TEXT, LIFETIME BIGINT, SPACE_TYPE TEXT, USED_SIZE BIGINT DEFAULT -1)");

  @Test
  void everyCommandOfThePageSucceeds(Schemas schemas) throws Exception {
    String url = schemas.empty().url();
    String server = url.substring(0, url.lastIndexOf('/') + 1);
    try (Desk desk = Desk.make();
        Connection connection = DriverManager.getConnection(url, "root", "");
        Statement sql = connection.createStatement()) {
      Path root = Files.createDirectories(desk.file("storage"));
      try {
        for (String statement : STORM) {
          sql.execute(statement);
        }
        sql.execute(reserved(root));
        walk(desk, root, server, url).run(desk.shell(Map.of()), desk.directory());
      } finally {
        drop(sql);
      }
    }
  }

  private static String reserved(Path root) {
    return """
        INSERT INTO storm_be_ISAM.storage_space
          (USERDN, ALIAS, SPACE_TOKEN, CREATED, TOTAL_SIZE, GUAR_SIZE, SPACE_FILE, LIFETIME, SPACE_TYPE)
        VALUES ('/CN=alice', 'run7', '0b1c7dcb-89a5-4d2e-b302-5b2a6a0a2d3f', NOW() - INTERVAL 1 HOUR,
          1000, 600, '%s/.space', 86400, 'Permanent')
        """
        .formatted(root);
  }

  private static Walk walk(Desk desk, Path root, String server, String url) throws IOException {
    desk.write("namespace.xml", NAMESPACE.replace("ROOT", root.toString()), false);
    desk.write("db-password", "secret\n", false);
    desk.write("storm-password", "secret\n", false);
    Files.createDirectories(desk.file("webdav/sa.d"));
    desk.write(
        "webdav/sa.d/hep.properties",
        "name=HEP\nrootPath=%s\naccessPoints=/hep,/dav/hep\nvos=hep\n".formatted(root),
        false);
    return Walk.of(PAGE, RUNNER)
        .before(
            "",
            // a site whose files have no mistakes: the command ends with 1 where one has
            """
            cp -r %s/{storm.properties,limits,path-authz.db,groupmapfile} .
            sed -i '/defualt/d; /env:HOSTNAME/d; /^forgotten/d' storm.properties
            sed -i '/too short/d' path-authz.db"""
                .formatted(FILES))
        .with("/etc/grid-security/", desk.directory() + "/")
        .with("/etc/storm/", desk.directory() + "/")
        .with("/etc/bora/", desk.directory() + "/")
        .with("jdbc:mysql://db.example.org/bora", "'" + url + "'")
        .with("jdbc:mysql://storm-db.example.org/", server)
        .with("-password-file FILE", "-password-file storm-password")
        .answering("import-report.txt", "run7", "takeover-report.txt");
  }

  private static void drop(Statement sql) throws SQLException {
    sql.execute("DROP DATABASE IF EXISTS storm_db");
    sql.execute("DROP DATABASE IF EXISTS storm_be_ISAM");
  }
}
