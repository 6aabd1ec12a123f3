package org.bora.db;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class MigrationTurnOnMySqlIT extends MigrationTurnSuite {}
