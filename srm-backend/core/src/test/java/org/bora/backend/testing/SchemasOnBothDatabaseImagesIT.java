package org.bora.backend.testing;

@OnBothDatabases(DatabaseKind.IMAGE)
class SchemasOnBothDatabaseImagesIT extends SchemasSuite {}
