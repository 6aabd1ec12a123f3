package org.bora.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bora.api.figures.TimeSpread;
import org.junit.jupiter.api.Test;

class SamplesTest {

  private static String scrape(Metric metric, java.util.function.Consumer<Samples> telling) {
    try (Metrics metrics = new Metrics()) {
      metrics.add(
          new MetricSource() {
            @Override
            public List<Metric> metrics() {
              return List.of(metric);
            }

            @Override
            public void tell(Samples samples) {
              telling.accept(samples);
            }
          });
      return Exposition.scraped(metrics);
    }
  }

  @Test
  void whatIsToldTwiceIsToldOnceAndSilencesNothingElse() {
    Metric ready = Metric.gauge("bora_link_ready", "Of a backend", "backend");
    String scraped =
        scrape(
            ready,
            samples -> {
              samples.add(ready, 1, "be1:8445");
              samples.add(ready, 0, "be1:8445");
              samples.add(ready, 0, "be2:8445");
            });
    assertEquals(
        List.of(
            "bora_link_ready{backend=\"be1:8445\"} 1.0",
            "bora_link_ready{backend=\"be2:8445\"} 0.0"),
        scraped.lines().filter(line -> line.startsWith("bora_")).toList());
    assertTrue(scraped.contains("jvm_memory_used_bytes"), "the rest of the scrape");
  }

  @Test
  void soAreTimes() {
    Metric times = Metric.histogram("bora_some_seconds", "Of something");
    String scraped =
        scrape(
            times,
            samples -> {
              samples.add(times, TimeSpread.NONE);
              samples.add(times, TimeSpread.NONE);
            });
    assertEquals(1, scraped.lines().filter("bora_some_seconds_count 0"::equals).count(), scraped);
  }
}
