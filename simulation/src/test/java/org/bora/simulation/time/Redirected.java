package org.bora.simulation.time;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Redirects the product's waits before a test class is loaded. Maven also opens a session in its
 * own process to look for tests. That process must stay unchanged, so a property marks the
 * processes that run the simulation's tests.
 */
public final class Redirected implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Boolean.getBoolean("bora.simulation.redirect")) {
      Redirection.install();
    }
  }
}
