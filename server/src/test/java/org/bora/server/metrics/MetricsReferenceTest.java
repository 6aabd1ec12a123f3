package org.bora.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference/metrics.md has every metric of a registry that runs, and no other. */
class MetricsReferenceTest {
  /** A capital letter or "1 while ..." first, at least four words, a full stop. */
  private static final Pattern SENTENCE =
      Pattern.compile("(1 while )?[A-Za-z][^\\s]*( [^\\s]+){3,}\\.");

  /** Words that point at a neighbour, and words for people who are not named. */
  private static final Pattern LEANS =
      Pattern.compile("(?i)\\b(the same|of these|those waited|somebody|nobody|whoever)\\b");

  @Test
  void everyMetricOfOursIsDocumentedWithTypeAndLabels() throws IOException {
    Map<String, String> known = new TreeMap<>();
    MetricCatalogue.all()
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
      Exposition.of(Exposition.scraped(metrics))
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

  /** Prometheus shows HELP by itself, next to one metric: it must not lean on a neighbour. */
  @Test
  void everyHelpIsASentenceThatStandsAloneAndBeginsTheDocumentedMeaning() throws IOException {
    Map<String, String> meanings = MetricsReference.meanings();
    List<String> mistakes = new ArrayList<>();
    for (Metric metric : MetricCatalogue.all()) {
      String help = metric.help();
      if (!SENTENCE.matcher(help).matches() || LEANS.matcher(help).find()) {
        mistakes.add(metric.exposed() + " is not a sentence that stands alone: " + help);
      }
      if (!meanings.getOrDefault(metric.exposed(), "").startsWith(help)) {
        mistakes.add(metric.exposed() + " has another meaning in metrics.md than: " + help);
      }
    }
    assertEquals(List.of(), mistakes);
  }

  private static String lines(Map<String, String> metrics) {
    StringBuilder all = new StringBuilder();
    metrics.forEach((name, rest) -> all.append(name).append(' ').append(rest).append('\n'));
    return all.toString();
  }
}
