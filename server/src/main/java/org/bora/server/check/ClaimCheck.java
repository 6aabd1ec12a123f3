package org.bora.server.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.backend.area.AreaClaim;
import org.bora.backend.area.AreaClaimTable;
import org.bora.backend.area.Mismatch;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.server.config.AgreedKeys;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.storage.posix.AreaMark;
import org.bora.storage.spi.StorageException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Whether the areas of a configuration are those that the database has: the directories at their
 * roots, and the keys on which all backends must agree. Claims nothing.
 */
public final class ClaimCheck {
  private ClaimCheck() {}

  /** From the first server that answers; empty if none does, which is reported elsewhere. */
  public static List<MachineFinding> at(DatabaseSettings settings, Configuration configuration) {
    for (DatabaseSettings server : settings.each()) {
      try (Connection connection = Database.connect(server)) {
        return look(connection, configuration);
      } catch (SQLException notThisOne) {
        // the look at the database tells why
      }
    }
    return List.of();
  }

  static List<MachineFinding> look(Connection connection, Configuration configuration) {
    JdbcClient sql = JdbcClient.create(new SingleConnectionDataSource(connection, true));
    List<MachineFinding> findings = new ArrayList<>();
    for (AreaSettings area : configuration.areas()) {
      try {
        Optional<AreaClaim> claim = new AreaClaimTable().find(sql, area.name());
        claim.ifPresent(known -> compare(configuration, area, known, findings));
      } catch (DataAccessException noTables) {
        return List.of(); // a schema that no backend of this release has migrated yet
      }
    }
    return findings;
  }

  private static void compare(
      Configuration configuration,
      AreaSettings area,
      AreaClaim claim,
      List<MachineFinding> findings) {
    String key = "areas." + area.name();
    try {
      Mismatch.of(area.name(), claim, AreaMark.look(area.root()))
          .ifPresent(
              why ->
                  findings.add(
                      MachineFinding.grave(
                          key + ".root", "a backend would not serve the area: " + why)));
    } catch (StorageException absent) {
      // the look at this machine tells of it
    }
    String differences = claim.differences(AgreedKeys.of(configuration, area));
    if (!differences.isEmpty()) {
      findings.add(
          MachineFinding.warning(
              key,
              "differs from what the backends have agreed on: "
                  + differences
                  + " (in the database); all backends need the same, and one that differs does not"
                  + " serve the area while another serves it"));
    }
  }
}
