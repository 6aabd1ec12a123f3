package org.bora.storm.state;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * StoRM's two schemas on the server of the tests, with the columns that are read. Made anew, and
 * dropped in the end.
 */
final class StormSchemas implements AutoCloseable {
  private final Connection connection;

  StormSchemas(String url) throws SQLException {
    connection = DriverManager.getConnection(url, "root", "");
    drop();
    run("CREATE DATABASE storm_db");
    run("CREATE DATABASE storm_be_ISAM");
    run(
        "CREATE TABLE storm_db.request_queue (ID INT PRIMARY KEY, client_dn VARCHAR(255),"
            + " u_token VARCHAR(255), pinLifetime INT, status INT, r_token VARCHAR(255),"
            + " timeStamp DATETIME, proxy BLOB)");
    for (String kind : new String[] {"Get", "BoL", "Put"}) {
      run(
          "CREATE TABLE storm_db.request_"
              + kind
              + " (ID INT PRIMARY KEY, request_queueID INT, sourceSURL TEXT)");
      run(
          "CREATE TABLE storm_db.status_"
              + kind
              + " (ID INT PRIMARY KEY AUTO_INCREMENT, statusCode INT, fileSize BIGINT,"
              + " transferURL TEXT, request_"
              + kind
              + "ID INT)");
    }
    run("CREATE TABLE storm_db.volatile (ID INT)");
    run("CREATE TABLE storm_db.jit (ID INT)");
    run("CREATE TABLE storm_be_ISAM.tape_recall (taskId CHAR(36), status INT)");
    run(
        "CREATE TABLE storm_be_ISAM.storage_space (SS_ID INT PRIMARY KEY AUTO_INCREMENT,"
            + " USERDN VARCHAR(150), ALIAS VARCHAR(100), SPACE_TOKEN VARCHAR(100), CREATED"
            + " DATETIME, TOTAL_SIZE BIGINT, GUAR_SIZE BIGINT, SPACE_FILE VARCHAR(145), LIFETIME"
            + " BIGINT, SPACE_TYPE VARCHAR(10), USED_SIZE BIGINT NOT NULL DEFAULT -1)");
  }

  void run(String statement) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  /** A request that was made an hour ago. */
  void request(int id, String token, String dn, int pinSeconds) throws SQLException {
    run(
        "INSERT INTO storm_db.request_queue VALUES (%d, '%s', 'mine', %d, 0, '%s', NOW() - INTERVAL 1 HOUR, NULL)"
            .formatted(id, dn, pinSeconds, token));
  }

  /** What StoRM's frontend noted of the one who made a request. */
  void attributes(int request, String joined) throws SQLException {
    run("UPDATE storm_db.request_queue SET proxy = '%s' WHERE ID = %d".formatted(joined, request));
  }

  /** A file of a request. */
  void file(String kind, int id, int request, String surl, int status) throws SQLException {
    run("INSERT INTO storm_db.request_%s VALUES (%d, %d, '%s')".formatted(kind, id, request, surl));
    run(
        "INSERT INTO storm_db.status_%s (statusCode, fileSize, transferURL, request_%sID) VALUES (%d, 7, 'gsiftp://h:2811/f', %d)"
            .formatted(kind, kind, status, id));
  }

  /** A space that was made an hour ago. */
  void space(String token, String dn, String file, long lifetimeSeconds, String type)
      throws SQLException {
    run(
        ("INSERT INTO storm_be_ISAM.storage_space (USERDN, ALIAS, SPACE_TOKEN, CREATED, TOTAL_SIZE,"
                + " GUAR_SIZE, SPACE_FILE, LIFETIME, SPACE_TYPE) VALUES ('%s', 'run7', '%s', NOW() -"
                + " INTERVAL 1 HOUR, 1000, 600, '%s', %d, '%s')")
            .formatted(dn, token, file, lifetimeSeconds, type));
  }

  private void drop() throws SQLException {
    run("DROP DATABASE IF EXISTS storm_db");
    run("DROP DATABASE IF EXISTS storm_be_ISAM");
  }

  @Override
  public void close() throws SQLException {
    drop();
    connection.close();
  }
}
