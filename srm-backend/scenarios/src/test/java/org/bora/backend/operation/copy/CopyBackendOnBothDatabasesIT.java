package org.bora.backend.operation.copy;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class CopyBackendOnBothDatabasesIT extends CopyBackendSuite {}
