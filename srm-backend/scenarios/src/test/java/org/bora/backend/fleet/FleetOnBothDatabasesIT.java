package org.bora.backend.fleet;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class FleetOnBothDatabasesIT extends FleetSuite {}
