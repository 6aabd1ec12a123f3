package org.bora.launcher.command;

import static org.bora.launcher.command.CommandedBora.CHECKOUT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.launcher.command.option.AdminOption;
import org.bora.server.admin.AdminAnswers;
import org.bora.server.control.LocalReply;
import org.bora.server.control.LocalSocket;
import org.yaml.snakeyaml.Yaml;

/** Compares the routes and the verbs of a running Bora with docs/reference/admin-api.yaml. */
final class DocumentedAnswers {
  private static final Pattern ROUTE =
      Pattern.compile("\"method\":\"([A-Z]+)\",\"path\":\"([^\"]+)\"");

  private final CommandedBora bora;
  private final AdminAnswers answers = new AdminAnswers(CHECKOUT);

  DocumentedAnswers(CommandedBora bora) throws IOException {
    this.bora = bora;
  }

  /** docs/reference/admin-api.yaml says what there is, no more and no less, and it answers. */
  void whatIsDocumentedAnswersAndNothingElseIsThere() throws Exception {
    Map<String, Map<String, Map<String, Object>>> documented = documented();
    Set<String> written = new TreeSet<>();
    documented.forEach(
        (path, methods) ->
            methods
                .keySet()
                .forEach(method -> written.add(method.toUpperCase(Locale.ROOT) + path)));
    Set<String> served = new TreeSet<>();
    Matcher route = ROUTE.matcher(reply("GET /v1").body());
    while (route.find()) {
      if (route.group(2).startsWith("/v1")) {
        served.add(route.group(1) + route.group(2));
      }
    }
    assertEquals(String.join("\n", written), String.join("\n", served));
    for (Map.Entry<String, Map<String, Map<String, Object>>> each : documented.entrySet()) {
      for (Map.Entry<String, Map<String, Object>> method : each.getValue().entrySet()) {
        String target =
            method.getKey().toUpperCase(Locale.ROOT)
                + " "
                + example(each.getKey(), method.getValue());
        String[] words = target.split(" ", 2);
        LocalReply reply = reply(target);
        assertEquals(
            List.of(), answers.wrong(words[0], words[1], reply.status(), reply.body()), target);
      }
    }
  }

  /** And each answer has the schema that docs/reference/admin-api.yaml gives it. */
  void verbsPrintTheSameAnswersAsJson(String token, String directory, String file)
      throws Exception {
    Map<List<String>, String> verbs = new LinkedHashMap<>();
    verbs.put(List.of("requests", "show", token), "RequestAnswer");
    verbs.put(List.of("requests", "log", token), "LogAnswer");
    verbs.put(List.of("surl", file), "FileAnswer");
    verbs.put(List.of("surl", "list", directory), "EntryPage");
    verbs.put(List.of("bans"), "BanList");
    verbs.put(List.of("s3", "keys"), "ShownKeys");
    verbs.put(List.of("requests"), "RequestPage");
    verbs.put(List.of("areas"), "AreaFigures");
    verbs.put(List.of("space"), "AreaFigures");
    verbs.put(List.of("tape"), "TapeStatus");
    verbs.put(List.of("recalls"), "RecallQueues");
    verbs.put(List.of("doors"), "DoorLines");
    verbs.put(List.of("callers"), "CallerFigures");
    verbs.put(List.of("errors"), "SiteErrors");
    verbs.put(List.of("transfers"), "TransferLines");
    verbs.put(List.of("quota"), "QuotaLines");
    verbs.put(List.of("status"), "Health");
    for (Map.Entry<List<String>, String> verb : verbs.entrySet()) {
      List<String> words = new ArrayList<>(verb.getKey());
      words.add("--json");
      String json = bora.succeeds(words.toArray(String[]::new));
      assertEquals(List.of(), answers.wrong(verb.getValue(), json), verb.getKey().toString());
    }
  }

  /** The path with the examples of its parameters. */
  private static String example(String path, Map<String, Object> operation) {
    String made = path;
    List<String> query = new ArrayList<>();
    if (operation.get("parameters") instanceof List<?> parameters) {
      for (Object one : parameters) {
        Map<?, ?> parameter = (Map<?, ?>) one;
        String name = parameter.get("name").toString();
        String value = AdminOption.encoded(parameter.get("example").toString());
        switch (parameter.get("in").toString()) {
          case "path" -> made = made.replace("{" + name + "}", value);
          case "query" -> query.add(name + "=" + value);
          default -> assertEquals("header", parameter.get("in"));
        }
      }
    }
    return query.isEmpty() ? made : made + "?" + String.join("&", query);
  }

  @SuppressWarnings("unchecked") // what the file is
  private static Map<String, Map<String, Map<String, Object>>> documented() throws IOException {
    Map<String, Object> file =
        new Yaml().load(Files.readString(CHECKOUT.resolve("docs/reference/admin-api.yaml")));
    assertEquals("3.1.0", file.get("openapi"));
    return (Map<String, Map<String, Map<String, Object>>>) file.get("paths");
  }

  /** What is answered to a method and a path. */
  private LocalReply reply(String target) throws IOException {
    String[] words = target.split(" ", 2);
    return LocalSocket.ask(bora.home().control(), words[0], words[1], "", LocalSocket.USUAL)
        .orElseThrow();
  }
}
