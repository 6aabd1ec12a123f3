package org.bora.launcher.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** docs/reference/metrics.md has every metric of a registry that runs, and no other. */
class MetricsReferenceTest {

  @Test
  void everyMetricOfOursIsDocumentedWithTypeAndLabels() throws IOException {
    Map<String, String> known = new TreeMap<>();
    Catalogue.all()
        .forEach(
            metric ->
                known.put(
                    metric.exposed(),
                    metric.kind().name().toLowerCase(java.util.Locale.ROOT)
                        + " "
                        + String.join(", ", metric.labels())));
    Map<String, String> documented = new TreeMap<>(MetricsReference.read());
    documented.keySet().removeIf(name -> !name.startsWith("bora_"));
    assertEquals(lines(known), lines(documented));
  }

  @Test
  void whatTheJavaMachineTellsIsDocumentedToo() throws IOException {
    Map<String, String> told = new TreeMap<>();
    try (Metrics metrics = new Metrics()) {
      Exposition.of(metrics.scrape())
          .families()
          .forEach(
              (name, family) ->
                  told.put(name, family.type() + " " + String.join(", ", family.labels())));
    }
    Map<String, String> documented = new TreeMap<>(MetricsReference.read());
    documented.keySet().removeIf(name -> name.startsWith("bora_"));
    // told only once there was a collection, of a collector that does so
    documented.keySet().removeIf(name -> name.startsWith("jvm_gc_") && !told.containsKey(name));
    assertEquals(lines(told), lines(documented));
  }

  private static String lines(Map<String, String> metrics) {
    StringBuilder all = new StringBuilder();
    metrics.forEach((name, rest) -> all.append(name).append(' ').append(rest).append('\n'));
    return all.toString();
  }
}
