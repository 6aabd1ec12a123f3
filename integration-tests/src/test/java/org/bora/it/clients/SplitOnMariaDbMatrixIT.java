package org.bora.it.clients;

import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class SplitOnMariaDbMatrixIT extends SplitMatrix {}
