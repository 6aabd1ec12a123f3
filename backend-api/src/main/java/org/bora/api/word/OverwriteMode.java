package org.bora.api.word;

/** Whether a put may replace a file (TOverwriteMode). Absent: NEVER. */
public enum OverwriteMode {
  NEVER,
  ALWAYS,
  WHEN_FILES_ARE_DIFFERENT
}
