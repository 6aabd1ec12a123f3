package org.bora.backend.database;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class PresenceOnMySqlIT extends PresenceSuite {}
