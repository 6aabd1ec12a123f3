package org.bora.gridftp.gss;

import org.gridforum.jgss.ExtendedGSSManager;

/**
 * Makes jGlobus use our provider. jGlobus chooses its provider once per process, at the first call
 * of {@code ExtendedGSSManager.getInstance()}, by a system property. This class sets the property,
 * makes that first call, and restores the property, so only jGlobus' choice remains. The JDK's own
 * GSS-API (Kerberos) reads another setting and is not affected.
 */
public final class GsiProvider {

  private static final String PROPERTY = "org.globus.gsi.gssapi.provider";

  private GsiProvider() {}

  /**
   * Registers it; any number of times, from any thread, before the first connection.
   *
   * @throws IllegalStateException if other code of this process made jGlobus choose before
   */
  public static synchronized void register() {
    String before = System.getProperty(PROPERTY);
    System.setProperty(PROPERTY, GsiMechanism.class.getName());
    Object chosen;
    try {
      chosen = ExtendedGSSManager.getInstance();
    } finally {
      if (before == null) {
        System.clearProperty(PROPERTY);
      } else {
        System.setProperty(PROPERTY, before);
      }
    }
    if (!(chosen instanceof GsiMechanism)) {
      throw new IllegalStateException(
          "jGlobus already uses " + chosen.getClass().getName() + " in this process");
    }
  }
}
