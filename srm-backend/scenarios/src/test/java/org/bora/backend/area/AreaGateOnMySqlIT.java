package org.bora.backend.area;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class AreaGateOnMySqlIT extends AreaGateSuite {}
