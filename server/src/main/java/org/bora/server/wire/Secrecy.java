package org.bora.server.wire;

import org.bora.server.config.Configuration;
import org.bora.server.config.SecretFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prevents a start with keys and passwords that others can read. */
final class Secrecy {
  private static final Logger LOG = LoggerFactory.getLogger(Secrecy.class);

  private Secrecy() {}

  /**
   * Looks at the files once, before any of them is used.
   *
   * @throws StartFailure names the files and the way out
   */
  static void check(Configuration configuration) throws StartFailure {
    SecretFiles.Report report = SecretFiles.of(configuration).look();
    report.warnings().forEach(warning -> LOG.warn("{}", warning));
    if (!report.refusals().isEmpty()) {
      throw new StartFailure(String.join("; ", report.refusals()));
    }
  }
}
