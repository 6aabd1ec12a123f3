package org.bora.simulation.time;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Has the waits of the product redirected before a test class is loaded. Maven opens a session of
 * its own to look for tests, in its own process, which must stay as it is: the property says that
 * this is a process for the tests of the simulation.
 */
public final class Redirected implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Boolean.getBoolean("bora.simulation.redirect")) {
      Redirection.install();
    }
  }
}
