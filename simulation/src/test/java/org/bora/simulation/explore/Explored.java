package org.bora.simulation.explore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.bora.simulation.time.Redirection;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes on replaced classes of the product, which precede the usual ones. */
public final class Explored {
  private Explored() {}

  /** The exit code is 1 if one of them fails. */
  public static void main(String... classes) {
    Redirection.install();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Arrays.stream(classes).map(name -> selectClass(name)).toArray(ClassSelector[]::new))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    summary.getFailures().forEach(failure -> out.println(brief(failure)));
    out.printf(
        "%d tests, %d failed, %d ms%n",
        summary.getTestsFoundCount(),
        summary.getTotalFailureCount(),
        summary.getTimeFinished() - summary.getTimeStarted());
    System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsFoundCount() > 0 ? 0 : 1);
  }

  private static String brief(TestExecutionSummary.Failure failure) {
    return failure.getTestIdentifier().getDisplayName() + ": " + failure.getException();
  }
}
