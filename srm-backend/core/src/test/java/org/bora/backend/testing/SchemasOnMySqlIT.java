package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
class SchemasOnMySqlIT extends SchemasSuite {}
