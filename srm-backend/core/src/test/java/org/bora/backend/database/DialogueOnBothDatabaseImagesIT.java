package org.bora.backend.database;

import org.bora.backend.testing.DatabaseKind;
import org.bora.backend.testing.OnBothDatabases;

@OnBothDatabases(DatabaseKind.IMAGE)
class DialogueOnBothDatabaseImagesIT extends DialogueSuite {}
