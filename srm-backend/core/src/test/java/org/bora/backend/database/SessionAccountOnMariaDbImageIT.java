package org.bora.backend.database;

import org.bora.backend.testing.MariaDbImage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDbImage.class)
class SessionAccountOnMariaDbImageIT extends SessionAccountSuite {}
