package org.bora.backend.scenario.points;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class PointsOnMariaDbIT extends PointsSuite {}
