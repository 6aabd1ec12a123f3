package org.bora.it.conformance;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;

/** The requests of the rows of conformance/http, by curl. */
final class TokenCalls {
  private static final String PROPERTY =
      "<propertyupdate xmlns='DAV:'><set><prop><a xmlns=''/></prop></set></propertyupdate>";

  /** Nothing answers there, and it is another server. */
  private static final String ELSEWHERE = "https://localhost:1/f";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Site site;
  private final Issuers issuers;
  private final String directory;
  private final Path source;

  /**
   * @param directory of the row, as clients name it
   * @param source has what is uploaded
   */
  TokenCalls(Site site, Issuers issuers, String directory, Path source) {
    this.site = site;
    this.issuers = issuers;
    this.directory = directory;
    this.source = source;
  }

  /** An answer. */
  private record Answer(int status, String body) {}

  /**
   * Asks.
   *
   * @return the status; 403 also where Tape REST refuses the file within another answer
   */
  int status(String described, String request) {
    String[] sides = request.split(" by ", 2);
    List<String> words = new ArrayList<>();
    if (sides.length > 1) {
      words.addAll(List.of("-H", "TransferHeaderAuthorization: Bearer " + token(sides[1])));
    }
    String[] asked = sides[0].split(" ", -1);
    String token = token(described);
    return switch (asked[0]) {
      case "STAGE" -> staged(token, asked[1]);
      case "ARCHIVEINFO" ->
          refusedWithin(ask(token, tape("archiveinfo", "{\"paths\":[\"%s\"]}", asked[1])));
      case "STATUS" -> ask(token, List.of(api("stage/" + request(asked[1])))).status();
      case "FORGET" ->
          ask(token, List.of("-X", "DELETE", api("stage/" + request(asked[1])))).status();
      case "CANCEL" -> givenBack(token, "stage/" + request(asked[1]) + "/cancel", asked[1]);
      case "RELEASE" -> givenBack(token, "release/" + request(asked[1]), asked[1]);
      default -> {
        words.addAll(words(asked));
        yield ask(token, words).status();
      }
    };
  }

  private List<String> words(String[] asked) {
    String url = url(asked[1]);
    return switch (asked[0]) {
      case "GET" -> List.of(url);
      case "HEAD" -> List.of("-I", url);
      case "PUT" -> List.of("-T", source.toString(), url);
      case "BADPUT" -> List.of("-T", source.toString(), "-H", "Digest: adler32=00000000", url);
      case "PROPFIND" -> List.of("-X", "PROPFIND", "-H", "Depth: 0", url);
      case "PROPPATCH" -> List.of("-X", "PROPPATCH", "-d", PROPERTY, url);
      case "LIST" -> List.of("-X", "PROPFIND", "-H", "Depth: 1", url);
      case "MACAROON" ->
          List.of("-H", "Content-Type: application/macaroon-request", "-d", "{}", url);
      case "MOVE", "COPY" -> List.of("-X", asked[0], "-H", "Destination: " + url(asked[3]), url);
      case "FETCH" -> List.of("-X", "COPY", "-H", "Source: " + url(asked[3]), url);
      default -> List.of("-X", asked[0], url);
    };
  }

  /** Files of a stage request are refused one by one, and its state tells it. */
  private int staged(String token, String name) {
    Answer begun = ask(token, tape("stage", "{\"files\":[{\"path\":\"%s\"}]}", name));
    if (begun.status() != 201) {
      return begun.status();
    }
    Answer told = ask(token("stage:."), List.of(api("stage/" + id(begun))));
    return told.body().contains("\"error\"") ? 403 : begun.status();
  }

  private int givenBack(String token, String call, String name) {
    return ask(token, tape(call, "{\"paths\":[\"%s\"]}", name)).status();
  }

  /** A stage request for a file, by a token of the same subject that may stage it. */
  private String request(String name) {
    return id(ask(token("stage:."), tape("stage", "{\"files\":[{\"path\":\"%s\"}]}", name)));
  }

  private static String id(Answer begun) {
    return begun.body().replaceFirst("(?s).*\"requestId\"\\s*:\\s*\"([^\"]+)\".*", "$1").strip();
  }

  private static int refusedWithin(Answer answer) {
    return answer.body().contains("\"error\"") ? 403 : answer.status();
  }

  private List<String> tape(String call, String body, String name) {
    return List.of("--json", body.formatted(directory + "/" + name), api(call));
  }

  private String api(String call) {
    return site.environment().get("BORA_TAPE_REST") + "/" + call;
  }

  private String url(String name) {
    if (name.equals("elsewhere")) {
      return ELSEWHERE;
    }
    return service() + directory + (name.equals(".") ? "/" : "/" + name);
  }

  private String service() {
    return site.environment().get("BORA_HTTP");
  }

  private String token(String described) {
    return described.startsWith("macaroon")
        ? IssuedMacaroon.of(site, described, directory)
        : DescribedToken.of(issuers, described, directory, service());
  }

  private Answer ask(String token, List<String> request) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "30", "--path-as-is"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-H", "Authorization: Bearer " + token, "-w", "\n%{http_code}"));
    words.addAll(request);
    Shell.Result result = site.shell().run(PATIENCE, words.toArray(String[]::new));
    String output = result.succeeded().output().stripTrailing();
    int end = output.lastIndexOf('\n');
    return new Answer(Integer.parseInt(output.substring(end + 1)), output.substring(0, end));
  }
}
