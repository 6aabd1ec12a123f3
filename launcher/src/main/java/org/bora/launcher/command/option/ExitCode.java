package org.bora.launcher.command.option;

/** The exit codes of all verbs; docs/operate/admin.md has the table. */
public final class ExitCode {
  /** Done, told, or yes. */
  public static final int DONE = 0;

  /** Refused, failed, or no: differences, not ready, not allowed. */
  public static final int NO = 1;

  /** Wrong usage, or there is no answer. */
  public static final int WRONG = 2;

  /** Nothing runs there. */
  public static final int NOT_RUNNING = 3;

  /** Done, but for a part. */
  public static final int PART = 4;

  private ExitCode() {}
}
