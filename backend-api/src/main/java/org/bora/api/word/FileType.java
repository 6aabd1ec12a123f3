package org.bora.api.word;

/** What a name is (TFileType). */
public enum FileType {
  FILE,
  DIRECTORY,
  LINK
}
