package org.bora.backend.scenario.model;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class ModelOnSimulatedDatabaseIT extends ModelSuite {}
