package org.bora.backend.stage.drive;

/** The uses of a drive. The names are stored. */
public enum DriveUse {
  RECALL,
  MIGRATE,
  REMOVE
}
