package org.bora.simulation.time;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Has the waits of the product redirected before a test class is loaded. */
public final class Redirected implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Redirection.install();
  }
}
