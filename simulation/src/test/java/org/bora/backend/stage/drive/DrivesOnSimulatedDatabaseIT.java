package org.bora.backend.stage.drive;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class DrivesOnSimulatedDatabaseIT extends DrivesSuite {}
