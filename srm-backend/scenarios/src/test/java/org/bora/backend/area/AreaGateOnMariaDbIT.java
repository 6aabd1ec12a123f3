package org.bora.backend.area;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class AreaGateOnMariaDbIT extends AreaGateSuite {}
