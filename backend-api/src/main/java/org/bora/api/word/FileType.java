package org.bora.api.word;

/** The type of an entry (TFileType). */
public enum FileType {
  FILE,
  DIRECTORY,
  LINK
}
