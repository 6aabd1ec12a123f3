package org.bora.backend.operation.copy;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class CopyAbortOnMySqlIT extends CopyAbortSuite {}
