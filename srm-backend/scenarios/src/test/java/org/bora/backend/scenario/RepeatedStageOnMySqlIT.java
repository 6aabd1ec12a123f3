package org.bora.backend.scenario;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class RepeatedStageOnMySqlIT extends RepeatedStageSuite {}
