package org.bora.backend.scenario.points;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** On demand ({@code -Dbora.points=yes}) until what it found is mended ({@link Uncovered#OPEN}). */
@EnabledIfSystemProperty(
    named = "bora.points",
    matches = "yes",
    disabledReason = "on demand: -Dbora.points=yes; docs/INVARIANTS.md, Gaps, says why")
@ExtendWith(MariaDb.class)
class PointsOnMariaDbIT extends PointsSuite {}
