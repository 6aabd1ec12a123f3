package org.bora.api.word;

/** Where the bytes of a file are (TFileLocality). */
public enum FileLocality {
  ONLINE,
  NEARLINE,
  ONLINE_AND_NEARLINE,
  LOST,
  NONE,
  UNAVAILABLE
}
