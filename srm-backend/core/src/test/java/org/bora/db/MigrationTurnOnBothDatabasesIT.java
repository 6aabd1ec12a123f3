package org.bora.db;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class MigrationTurnOnBothDatabasesIT extends MigrationTurnSuite {}
