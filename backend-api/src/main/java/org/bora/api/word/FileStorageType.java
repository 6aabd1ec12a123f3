package org.bora.api.word;

/** What happens to a file at the end of its lifetime (TFileStorageType). */
public enum FileStorageType {
  VOLATILE,
  DURABLE,
  PERMANENT
}
