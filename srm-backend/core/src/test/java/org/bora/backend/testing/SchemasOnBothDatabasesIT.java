package org.bora.backend.testing;

@OnBothDatabases
class SchemasOnBothDatabasesIT extends SchemasSuite {}
