package org.bora.it.clients;

import org.bora.backend.testing.MySql;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class SplitOnMySqlMatrixIT extends SplitMatrix {}
