package org.bora.backend.fleet;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class SiteHistoryOnSimulatedDatabaseIT extends SiteHistorySuite {}
