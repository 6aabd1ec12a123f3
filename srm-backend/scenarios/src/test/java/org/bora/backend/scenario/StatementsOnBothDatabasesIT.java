package org.bora.backend.scenario;

import org.bora.backend.testing.DatabaseKind;
import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases(DatabaseKind.ALONE)
class StatementsOnBothDatabasesIT extends StatementSuite {}
