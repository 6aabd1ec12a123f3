package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySqlImage.class)
class SchemasOnMySqlImageIT extends SchemasSuite {}
