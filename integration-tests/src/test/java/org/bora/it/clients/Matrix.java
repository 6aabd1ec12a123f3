package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;

/** The real-client matrix, run as a user would, and what it must show. */
final class Matrix {

  private static final Pattern TOTAL = Pattern.compile("TOTAL pass=(\\d+) fail=(\\d+) skip=(\\d+)");
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private Matrix() {}

  /** Runs every check of SRM clients. */
  static void allPass(Shell user, String endpoint, String root, Path log) {
    allPass(user, "client-matrix", 85, log, endpoint, root);
  }

  /**
   * Runs every check of a script; prints the lines; fails if one failed, was skipped or went
   * missing.
   */
  static void allPass(Shell user, String script, int least, Path log, String... where) {
    List<String> words = new ArrayList<>();
    words.add(Site.CHECKOUT.resolve("integration-tests/clients").resolve(script).toString());
    words.addAll(List.of("--log", log.toString()));
    words.addAll(List.of(where));
    Shell.Result result = user.run(PATIENCE, words.toArray(String[]::new));
    System.out.print(result.output());
    Matcher total = TOTAL.matcher(result.output());
    assertTrue(total.find(), "the matrix did not come to its end:\n" + result.output());
    assertTrue(
        result.status() == 0 && total.group(2).equals("0"), "failed checks:\n" + result.output());
    assertTrue(total.group(3).equals("0"), "skipped checks:\n" + result.output());
    assertTrue(
        Integer.parseInt(total.group(1)) >= least, "only " + total.group(1) + " checks were made");
  }
}
