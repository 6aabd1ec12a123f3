package org.bora.backend.scenario;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class StageRequestOnBothDatabasesIT extends StageRequestSuite {}
