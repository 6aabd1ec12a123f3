package org.bora.backend.scenario;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class QuotaRaceOnSimulatedDatabaseIT extends QuotaRaceSuite {}
