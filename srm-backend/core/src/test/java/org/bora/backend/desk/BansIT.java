package org.bora.backend.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.bora.api.ban.BannedName;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class BansIT {
  private final SecureRandom random = new SecureRandom();
  private final TokenSource tokens = new TokenSource(Clock.systemUTC(), random);

  private Bans bans(Database database, DataSource writes) {
    return new Bans(new Transactions(database.reads(), writes, time -> {}, random), tokens);
  }

  @Test
  void aBanWhoseLiftingSeemedToFailWasThere(Schemas schemas) {
    try (Database database = new Database(schemas.migrated())) {
      OrderedBan ban =
          bans(database, database.writes())
              .add(BannedName.Kind.DN, "/CN=Eve", "", "socket", Optional.empty())
              .orElseThrow();
      Bans bans = bans(database, LostCommits.of(database.writes(), 1));
      assertTrue(bans.lift(ban.id()), "the commit was made, its answer was lost");
      assertEquals(List.of(), bans.list());
      assertFalse(bans.lift(ban.id()), "it is gone already");
    }
  }
}
