package org.bora.backend.area;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class AreaGateOnSimulatedDatabaseIT extends AreaGateSuite {}
