package org.bora.backend.scenario.model;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class ModelOnMySqlIT extends ModelSuite {}
