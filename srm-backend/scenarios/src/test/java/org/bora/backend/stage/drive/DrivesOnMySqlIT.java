package org.bora.backend.stage.drive;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class DrivesOnMySqlIT extends DrivesSuite {}
