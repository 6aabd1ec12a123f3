package org.bora.api.word;

/** How quickly a file can be read (TAccessLatency). */
public enum AccessLatency {
  ONLINE,
  NEARLINE
}
