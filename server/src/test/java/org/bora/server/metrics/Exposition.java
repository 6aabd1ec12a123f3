package org.bora.server.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusOutputFormat;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusScrapeEndpoint;

/** What a scrape said, taken apart. */
public record Exposition(Map<String, Family> families) {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\w+)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  /**
   * A metric.
   *
   * @param labels of all its samples, without the bounds of buckets
   */
  public record Family(String type, Set<String> labels, int samples) {}

  /** What {@code /actuator/prometheus} answers. */
  static String scraped(Metrics metrics) {
    PrometheusScrapeEndpoint endpoint = new PrometheusScrapeEndpoint(metrics.collectors(), null);
    byte[] body = endpoint.scrape(PrometheusOutputFormat.CONTENT_TYPE_004, null).getBody();
    return new String(Objects.requireNonNull(body), StandardCharsets.UTF_8);
  }

  /** Takes apart the text format of Prometheus. */
  public static Exposition of(String text) {
    Map<String, String> types = new TreeMap<>();
    Map<String, Set<String>> labels = new TreeMap<>();
    Map<String, Integer> samples = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              Matcher type = TYPE.matcher(line);
              if (type.matches()) {
                types.put(type.group(1), type.group(2));
                labels.put(type.group(1), new TreeSet<>());
                return;
              }
              Matcher sample = SAMPLE.matcher(line);
              if (!line.startsWith("#") && sample.matches()) {
                String family = family(sample.group(1), types);
                samples.merge(family, 1, Integer::sum);
                Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
                while (label.find()) {
                  if (!label.group(1).equals("le")) {
                    labels.get(family).add(label.group(1));
                  }
                }
              }
            });
    Map<String, Family> families = new TreeMap<>();
    types.forEach(
        (name, type) ->
            families.put(name, new Family(type, labels.get(name), samples.getOrDefault(name, 0))));
    return new Exposition(families);
  }

  /** Whether a query for this name finds a sample; a headline alone is none. */
  public boolean answers(String name) {
    Family family = families.get(name);
    Family histogram = families.get(name.replaceFirst("_(bucket|sum|count)$", ""));
    return family != null
        ? family.samples() > 0
        : histogram != null && !histogram.type().equals("gauge") && histogram.samples() > 0;
  }

  private static String family(String sample, Map<String, String> types) {
    if (types.containsKey(sample)) {
      return sample;
    }
    String base = sample.replaceFirst("_(bucket|sum|count|max)$", "");
    if (!types.containsKey(base)) {
      throw new AssertionError(sample + " has no TYPE before it");
    }
    return base;
  }
}
