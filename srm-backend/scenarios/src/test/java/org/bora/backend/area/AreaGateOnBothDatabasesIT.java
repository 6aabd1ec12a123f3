package org.bora.backend.area;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class AreaGateOnBothDatabasesIT extends AreaGateSuite {}
