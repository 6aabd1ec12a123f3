package org.bora.backend.scenario.model;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class ModelOnMariaDbIT extends ModelSuite {}
