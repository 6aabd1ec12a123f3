package org.bora.backend.fleet;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class SiteHistoryOnBothDatabasesIT extends SiteHistorySuite {}
