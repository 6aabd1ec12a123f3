package org.bora.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.VoCalls;
import org.bora.server.config.ConfigurationFile;
import org.junit.jupiter.api.Test;

class VoMetricsTest {
  private static final String EVERYWHERE =
      """
      endpoint: {host: se.example.org}
      tokens:
        issuers: [{issuer: 'https://iam.example.org', vo: dune, base: [/a]}]
        audiences: [https://se.example.org]
      admission: {vo-weights: {lhcb: 3}}
      site:
        name: TEST
        shares: [{area: a, vos: [alice]}]
      areas:
        - name: a
          sfn: /a
          root: /d
          rules: [allow all to vo atlas, 'allow read to fqan /cms/uk', 'allow read to vo be*', deny all to vo banned]
      """;

  @Test
  void everyPlaceThatNamesAnOrganisationCounts() {
    assertEquals(Set.of("atlas", "cms", "dune", "lhcb", "alice"), named(EVERYWHERE));
  }

  @Test
  void aFrontendWithoutAreasCountsThoseWithAWeight() {
    assertEquals(
        Set.of("atlas", "cms"),
        named(
            """
            endpoint: {host: se.example.org}
            link: {backends: [be1.example.org:8445]}
            admission: {vo-weights: {atlas: 1, cms: 1}}
            """));
  }

  @Test
  void allResultsOfAClassAreToldOnceItHasACall() {
    VoCalls calls = new VoCalls();
    calls.name(Set.of("atlas"));
    calls.ended(Optional.of("atlas"), "srmLs", CallResult.DONE);
    calls.ended(Optional.of("strange\"} 1"), "srmRm", CallResult.REFUSED);
    try (Metrics metrics = new Metrics()) {
      metrics.add(VoMetrics.ofFrontend(calls));
      metrics.add(VoMetrics.ofBackend(new VoCalls()));
      List<String> lines =
          Exposition.scraped(metrics)
              .lines()
              .filter(line -> line.startsWith("bora_"))
              .filter(line -> !line.endsWith(" 0.0"))
              .sorted()
              .toList();
      assertEquals(
          List.of(
              "bora_srm_vo_calls_total{class=\"read\",result=\"done\",vo=\"atlas\"} 1.0",
              "bora_srm_vo_calls_total{class=\"write\",result=\"refused\",vo=\"other\"} 1.0"),
          lines);
      long all =
          Exposition.scraped(metrics).lines().filter(line -> line.startsWith("bora_")).count();
      assertEquals(2L * CallResult.values().length, all);
    }
  }

  private static Set<String> named(String text) {
    return NamedVos.of(
        assertInstanceOf(
                ConfigurationFile.Outcome.Valid.class,
                ConfigurationFile.parse(Path.of("/etc/bora/bora.yaml"), text))
            .configuration());
  }
}
