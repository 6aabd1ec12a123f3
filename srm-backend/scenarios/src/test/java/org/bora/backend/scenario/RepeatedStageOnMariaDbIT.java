package org.bora.backend.scenario;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class RepeatedStageOnMariaDbIT extends RepeatedStageSuite {}
