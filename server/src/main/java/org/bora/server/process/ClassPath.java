package org.bora.server.process;

/** Keeps the jars of a long-running process, because upgrades replace the files. */
public final class ClassPath {
  /** That no jar has, so that each is looked into. */
  private static final String NOWHERE = "META-INF/bora-looks-into-every-jar";

  private ClassPath() {}

  /**
   * Opens all jars of a loader. It keeps them open, and so classes stay readable when a new version
   * has taken their names: the old one can load what its drain needs. Other resources are opened by
   * name each time: those are gone.
   */
  public static void open(ClassLoader loader) {
    if (loader.getResource(NOWHERE) != null) {
      throw new IllegalStateException(NOWHERE + " is on the class path");
    }
  }
}
