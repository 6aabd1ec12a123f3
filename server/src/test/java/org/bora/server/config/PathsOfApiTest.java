package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathsOfApiTest {
  private static final String HTTP = "endpoint: {http-port: 8443}\n";
  private static final String AREA = "areas: [{name: a, sfn: %s, root: a}]";

  private static Outcome parse(String text) {
    return ConfigurationFile.parse(Path.of("/etc/bora/bora.yaml"), text);
  }

  private static void assertMistake(String text, String mistake) {
    List<String> mistakes =
        assertInstanceOf(Outcome.Invalid.class, parse(text)).mistakes().stream()
            .map(each -> each.key() + ": " + each.text())
            .toList();
    assertEquals(List.of(mistake), mistakes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1", "/api/v1/vo", "/.well-known/wlcg-tape-rest-api"})
  void anAreaThatHttpWouldNotReachIsAMistake(String sfn) {
    String path = sfn.startsWith("/api") ? "/api/v1" : sfn;
    String said =
        "areas: area a has the sfn "
            + sfn
            + "; paths below "
            + path
            + " belong to the Tape REST API, so HTTP clients would not reach the area; give it"
            + " another sfn, or remove endpoint.http-port";
    assertMistake(HTTP + AREA.formatted(sfn), said);
    assertMistake(HTTP + "areas: [{name: a, sfn: /a, aliases: [" + sfn + "], root: a}]", said);
  }

  @ParameterizedTest
  @CsvSource({
    "/.well-known/oauth-authorization-server, the issuing of tokens",
    "/.well-known/openid-configuration, the issuing of tokens",
    "/.oauth2/token, the issuing of tokens",
    "/.well-known/bora/s3-keys, the access keys of S3"
  })
  void thePathsOfTokensAndAccessKeysAreTakenToo(String sfn, String owner) {
    assertMistake(
        HTTP + AREA.formatted(sfn),
        "areas: area a has the sfn "
            + sfn
            + "; paths below "
            + sfn
            + " belong to "
            + owner
            + ", so HTTP clients would not reach the area; give it another sfn, or remove"
            + " endpoint.http-port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/api/v10", "/v1/api", "/.well-known"})
  void othersAreNone(String sfn) {
    assertInstanceOf(Outcome.Valid.class, parse(HTTP + AREA.formatted(sfn)));
  }

  @Test
  void withoutHttpThePathsAreFree() {
    assertInstanceOf(Outcome.Valid.class, parse(AREA.formatted("/api/v1")));
  }
}
