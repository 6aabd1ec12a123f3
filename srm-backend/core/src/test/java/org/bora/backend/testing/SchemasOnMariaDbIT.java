package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class SchemasOnMariaDbIT extends SchemasSuite {}
