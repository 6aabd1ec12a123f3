package org.bora.backend.fleet;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class SiteHistoryOnMySqlIT extends SiteHistorySuite {}
