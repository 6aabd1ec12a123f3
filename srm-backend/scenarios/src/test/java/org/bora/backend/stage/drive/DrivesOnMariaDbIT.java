package org.bora.backend.stage.drive;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class DrivesOnMariaDbIT extends DrivesSuite {}
