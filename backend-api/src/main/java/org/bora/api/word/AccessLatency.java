package org.bora.api.word;

/** How soon a file can be read (TAccessLatency). */
public enum AccessLatency {
  ONLINE,
  NEARLINE
}
