package org.bora.backend.stage.drive;

/** What a drive is taken for. The names are stored. */
public enum DriveUse {
  RECALL,
  MIGRATE,
  REMOVE
}
