package org.bora.it.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bora.it.site.Site;

/** A macaroon as a row of macaroons.md describes it, got by curl and changed by pymacaroons. */
final class IssuedMacaroon {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private IssuedMacaroon() {}

  static String of(Site site, String described, String directory) {
    String proxy = "alice-voms";
    List<String> asked = new ArrayList<>();
    List<String> added = new ArrayList<>();
    List<String> caveats = asked;
    boolean cut = false;
    boolean flip = false;
    for (String word : described.split(" ", -1)) {
      switch (word) {
        case "macaroon" -> {}
        case "macaroon-of-bob" -> proxy = "bob";
        case "+" -> caveats = added;
        case "!cut" -> cut = true;
        case "!flip" -> flip = true;
        default -> caveats.add(caveat(word, directory));
      }
    }
    String text = issued(site, proxy, asked);
    text = added.isEmpty() ? text : attenuated(site, text, added);
    if (cut) {
      return text.substring(0, text.length() - 10);
    }
    int middle = text.length() / 2;
    char other = text.charAt(middle) == 'A' ? 'B' : 'A';
    return flip ? text.substring(0, middle) + other + text.substring(middle + 1) : text;
  }

  private static String caveat(String word, String directory) {
    if (!word.startsWith("path:")) {
      return word;
    }
    String path = word.substring("path:".length());
    if (path.startsWith("^")) {
      return "path:" + path.substring(1);
    }
    return "path:" + directory + (path.equals(".") ? "" : "/" + path);
  }

  private static String issued(Site site, String proxy, List<String> caveats) {
    String list = caveats.stream().map(each -> '"' + each + '"').collect(Collectors.joining(","));
    String answer =
        site.shell()
            .run(
                PATIENCE,
                "curl",
                "-sS",
                "-m",
                "30",
                "--capath",
                site.environment().get("X509_CERT_DIR"),
                "-E",
                site.proxy(proxy).toString(),
                "-H",
                "Content-Type: application/macaroon-request",
                "-d",
                "{\"caveats\":[" + list + "],\"validity\":\"PT10M\"}",
                site.environment().get("BORA_HTTP") + "/")
            .succeeded()
            .output();
    String text = answer.replaceFirst(".*\"macaroon\":\"([^\"]+)\".*", "$1").strip();
    assertFalse(text.contains("{"), answer);
    return text;
  }

  private static String attenuated(Site site, String text, List<String> caveats) {
    String words = caveats.stream().map(each -> "'" + each + "'").collect(Collectors.joining(" "));
    String tool = Site.CHECKOUT.resolve("integration-tests/clients/attenuate").toString();
    return site.shell()
        .run(PATIENCE, "bash", "-c", "printf %s '" + text + "' | '" + tool + "' " + words)
        .succeeded()
        .output()
        .strip();
  }
}
