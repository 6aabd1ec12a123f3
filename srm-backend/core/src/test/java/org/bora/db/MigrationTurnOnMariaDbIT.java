package org.bora.db;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class MigrationTurnOnMariaDbIT extends MigrationTurnSuite {}
