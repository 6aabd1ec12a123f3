package org.bora.backend.database;

import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases
class DialogueOnBothDatabasesIT extends DialogueSuite {}
