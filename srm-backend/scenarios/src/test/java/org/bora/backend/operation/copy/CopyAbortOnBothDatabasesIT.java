package org.bora.backend.operation.copy;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class CopyAbortOnBothDatabasesIT extends CopyAbortSuite {}
