package org.bora.backend.scenario.model;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class ModelOnBothDatabasesIT extends ModelSuite {}
