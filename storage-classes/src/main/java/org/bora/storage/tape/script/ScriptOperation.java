package org.bora.storage.tape.script;

import java.util.Locale;

/** What a command is run for. */
public enum ScriptOperation {
  MIGRATE,
  RECALL,
  QUERY,
  REMOVE;

  /** As scripts read it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
