package org.bora.backend.database;

import org.bora.backend.testing.MySqlImage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySqlImage.class)
class SessionAccountOnMySqlImageIT extends SessionAccountSuite {}
