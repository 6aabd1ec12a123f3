package org.bora.backend.fleet;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class SiteHistoryOnMariaDbIT extends SiteHistorySuite {}
