package org.bora.backend.database;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class PresenceOnMariaDbIT extends PresenceSuite {}
