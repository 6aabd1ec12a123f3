package org.bora.backend.testing;

import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDbImage.class)
class SchemasOnMariaDbImageIT extends SchemasSuite {}
