package org.bora.backend.operation.copy;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class CopyAbortOnMariaDbIT extends CopyAbortSuite {}
