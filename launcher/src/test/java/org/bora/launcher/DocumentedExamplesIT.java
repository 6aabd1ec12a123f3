package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * What the documentation shows is run: here what needs no running site, by the page's own examples;
 * of the rest it is seen to that some test runs it.
 */
class DocumentedExamplesIT {
  private static final Path CHECKOUT = Path.of("..");
  private static final Path STORM = CHECKOUT.resolve("import-storm/src/test/resources/site");

  private static final String LAUNCHER = "launcher/src/test/java/org/bora/launcher/";
  private static final String TESTS = "integration-tests/src/test/java/org/bora/it/";
  private static final String HERE = LAUNCHER + "DocumentedExamplesIT.java";
  private static final String UP = LAUNCHER + "command/UpIT.java";
  private static final String ADMIN = LAUNCHER + "command/AdminVerbsIT.java";
  private static final String REMOTE = LAUNCHER + "command/RemoteVerbsIT.java";
  private static final String SPLIT = TESTS + "site/SplitSite.java";

  /** Every verb that a page shows, and what runs it. */
  private static final Map<String, String> RUN_BY =
      Map.ofEntries(
          Map.entry("", HERE),
          Map.entry("areas", REMOTE),
          Map.entry("audit", ADMIN),
          Map.entry("backend", SPLIT),
          Map.entry("bans", ADMIN),
          Map.entry("bans add", ADMIN),
          Map.entry("bans lift", ADMIN),
          Map.entry("config check", HERE),
          Map.entry("config diff", UP),
          Map.entry("config reload", UP),
          Map.entry("doors", ADMIN),
          Map.entry("down", UP),
          Map.entry("drain", TESTS + "fleet/RollingRestartIT.java"),
          Map.entry("env", TESTS + "site/Site.java"),
          Map.entry("frontend", SPLIT),
          Map.entry("import storm", HERE),
          Map.entry("init", HERE),
          Map.entry("policy explain", HERE),
          Map.entry("publish", TESTS + "publish/PublishIT.java"),
          Map.entry("rebuild", TESTS + "tape/TapeIT.java"),
          Map.entry("requests", ADMIN),
          Map.entry("status", UP),
          Map.entry("surl", ADMIN),
          Map.entry("surl free", ADMIN),
          Map.entry("tape", TESTS + "tape/TapeDoorsIT.java"),
          Map.entry("tape forgotten", REMOTE),
          Map.entry("test", ".ci/run"),
          Map.entry("up", UP));

  private final CommandLine line =
      Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of()));

  @TempDir private Path directory;
  private StringWriter said;

  @BeforeEach
  void listen() {
    said = new StringWriter();
  }

  private int run(List<String> words) {
    line.setOut(new PrintWriter(said, true));
    line.setErr(new PrintWriter(said, true));
    return line.execute(words.toArray(String[]::new));
  }

  /** The one that a page shows. */
  private List<String> shown(String page, String verb) {
    List<DocumentedCommand> found =
        DocumentedCommand.all().stream()
            .filter(each -> each.where().startsWith(page + ":") && each.verb(line).equals(verb))
            .toList();
    assertTrue(!found.isEmpty(), () -> page + " shows no bora " + verb);
    return new ArrayList<>(found.getFirst().words());
  }

  /** Puts a file of the test where the page has one of a site. */
  private static void put(List<String> words, String option, Path file) {
    words.set(words.indexOf(option) + 1, file.toString());
  }

  private Path file(ShownConfiguration shown) throws IOException {
    return Files.writeString(directory.resolve("bora.yaml"), shown.whole());
  }

  private static List<ShownConfiguration> configurations() throws IOException {
    Pattern key = Pattern.compile("\\| `([a-z-]+)[.\\[`].*");
    Set<String> sections =
        MarkdownFile.of("docs/operate/configuration.md").lines().stream()
            .map(key::matcher)
            .filter(row -> row.matches())
            .map(row -> row.group(1))
            .collect(Collectors.toSet());
    return ShownConfiguration.all(sections);
  }

  private Path example(String page) throws IOException {
    return file(
        configurations().stream()
            .filter(each -> each.where().startsWith(page + ":"))
            .findFirst()
            .orElseThrow());
  }

  @Test
  void everyVerbThatIsShownIsRunBySomeTest() throws IOException {
    Set<String> verbs = new TreeSet<>();
    DocumentedCommand.all().forEach(each -> verbs.add(each.verb(line)));
    assertEquals(new TreeSet<>(RUN_BY.keySet()), verbs);
    List<String> without = new ArrayList<>();
    for (Map.Entry<String, String> each : RUN_BY.entrySet()) {
      String words =
          each.getValue().equals(HERE)
              ? ""
              : each.getValue().endsWith(".java")
                  ? "\"" + each.getKey().replace(" ", "\",\\s*\"") + "\""
                  : "bora\"? " + each.getKey();
      String test = Files.readString(CHECKOUT.resolve(each.getValue()));
      if (!Pattern.compile(words).matcher(test).find()) {
        without.add(each.toString());
      }
    }
    assertEquals(List.of(), without);
  }

  @Test
  void everyConfigurationThatIsShownHasNoMistake() throws IOException {
    List<ShownConfiguration> all = configurations();
    assertTrue(all.size() > 12, all::toString);
    List<String> wrong = new ArrayList<>();
    for (ShownConfiguration each : all) {
      said = new StringWriter();
      if (run(List.of("config", "check", "--file-only", file(each).toString())) != 0) {
        wrong.add(each.where() + ": " + said);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void aDecisionIsExplainedAsThePageShowsIt() throws IOException {
    String page = "docs/operate/policy.md";
    List<String> words = shown(page, "policy explain");
    put(words, "--config", example(page));
    assertEquals(1, run(words), said::toString);
    Map<String, String> told = columns(said.toString());
    Map<String, String> documented =
        MarkdownFile.of(page).examples().values().stream()
            .filter(text -> text.startsWith("caller "))
            .map(DocumentedExamplesIT::columns)
            .findFirst()
            .orElseThrow();
    assertEquals(documented.keySet(), told.keySet());
    for (String column : List.of("caller", "asks", "bans", "area", "decides", "REFUSED")) {
      assertEquals(documented.get(column), told.get(column));
    }
  }

  /** What follows the first word of each line; where a rule stands is another place here. */
  private static Map<String, String> columns(String text) {
    return text.lines()
        .collect(
            Collectors.toMap(
                line -> line.split(" ", 2)[0],
                line -> line.split(" ", 2)[1].strip().replaceFirst("\\S*bora.yaml:\\d+", "FILE")));
  }

  @Test
  void aVoIsLetInByWhatItsPageShows() throws IOException {
    String page = "docs/howto/vo.md";
    List<String> words = shown(page, "policy explain");
    put(words, "--config", example(page));
    assertEquals(0, run(words), said::toString);
  }

  @Test
  void stormIsTranslatedByTheCommandThatItsPageShows() throws IOException {
    List<String> words = shown("docs/operate/from-storm.md", "import storm");
    for (String option : List.of("--db", "--db-user", "--db-password-file")) {
      int at = words.indexOf(option);
      words.subList(at, at + 2).clear();
    }
    Path password =
        Files.createFile(
            directory.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(password, "secret");
    put(words, "--bora-db-password-file", password);
    for (String option :
        List.of("--namespace", "--properties", "--path-authz", "--groupmap", "--webdav")) {
      Path named = Path.of(words.get(words.indexOf(option) + 1));
      put(words, option, STORM.resolve(named.getFileName()));
    }
    put(words, "--output", directory.resolve("out"));
    assertEquals(1, run(words), said::toString); // this site has settings that nothing understands
    assertTrue(said.toString().contains("9 unknown"), said::toString);
    String made = directory.resolve("out/bora.yaml").toString();
    assertEquals(0, run(List.of("config", "check", "--file-only", made)), said::toString);
  }

  @Test
  void theFirstConfigurationIsMadeByTheCommandsOfTheGuide() {
    String page = "docs/operate/guide.md";
    Path made = directory.resolve("bora.yaml");
    List<CommandBlock> blocks = CommandBlock.of(page, HERE);
    assertEquals(1, blocks.size());
    assertEquals(2, blocks.getFirst().lines().size());
    for (String line : blocks.getFirst().lines()) {
      List<String> words =
          List.of(line.replace("/etc/bora/bora.yaml", made.toString()).split(" ", -1));
      assertEquals(0, run(words.subList(1, words.size())), said::toString);
    }
    assertTrue(said.toString().endsWith(made + ": no mistakes\n"), said::toString);
  }

  @Test
  void theVersionIsTold() {
    assertEquals(0, run(shown("docs/operate/install.md", "")));
    assertTrue(said.toString().startsWith("Bora "), said::toString);
  }
}
