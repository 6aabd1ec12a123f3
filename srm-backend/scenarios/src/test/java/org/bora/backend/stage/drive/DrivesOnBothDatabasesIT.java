package org.bora.backend.stage.drive;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class DrivesOnBothDatabasesIT extends DrivesSuite {}
