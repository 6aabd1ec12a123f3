package org.bora.backend.database;

import org.bora.simulation.sql.Simulated;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Simulated.class)
class MembershipOnSimulatedDatabaseIT extends MembershipSuite {}
