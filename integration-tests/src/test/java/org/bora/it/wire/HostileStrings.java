package org.bora.it.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.DynamicTest;

/**
 * Every string that a client may send, as an attempt on the database, the log or the shell, at a
 * running site; and afterwards a look at what its files and processes give away.
 */
final class HostileStrings {

  private static final List<String> ATTEMPTS =
      List.of(
          "' OR '1'='1",
          "'; DROP TABLE request; -- ",
          "\\' OR 1=1 -- ",
          "\" OR \"\"=\"",
          "x' UNION SELECT 1,2,3 -- ",
          "%",
          "_",
          "\\",
          "${jndi:ldap://127.0.0.1/x}",
          "$(touch OWNED)",
          "{} %s %n ${env:HOME}",
          "a\uD83D\uDE00\u202Etxt",
          "x".repeat(5000));

  /** In XML 1.0 no other control characters can be said. */
  private static final String LINE_ENDS = "&#13;&#10;&#x85;&#x2028;";

  private static final String FORGED = "2026-11-20T12:00:00.000Z INFO  [- -] Door: forged";

  /** Each with @ where the attempt goes. */
  private static final List<String[]> CALLS =
      List.of(
          new String[] {"srmStatusOfPutRequest", "<requestToken>@</requestToken>"},
          new String[] {"srmStatusOfGetRequest", "<requestToken>@</requestToken>"},
          new String[] {"srmStatusOfLsRequest", "<requestToken>@</requestToken>"},
          new String[] {"srmAbortRequest", "<requestToken>@</requestToken>"},
          new String[] {"srmPutDone", "<requestToken>@</requestToken>" + surls("srm://h/x")},
          new String[] {"srmReleaseFiles", "<requestToken>@</requestToken>"},
          new String[] {"srmGetRequestTokens", description("userRequestDescription")},
          new String[] {"srmGetSpaceTokens", description("userSpaceTokenDescription")},
          new String[] {"srmReleaseSpace", "<spaceToken>@</spaceToken>"},
          new String[] {
            "srmGetSpaceMetaData",
            "<arrayOfSpaceTokens><stringArray>@</stringArray></arrayOfSpaceTokens>"
          },
          new String[] {"srmRm", surls("@")},
          new String[] {"srmLs", surls("srm://ROOT/@")},
          new String[] {"srmMkdir", "<SURL>srm://ROOT/no/such/@</SURL>"},
          new String[] {
            "srmPrepareToPut",
            "<arrayOfFileRequests><requestArray><targetSURL>srm://ROOT/f</targetSURL>"
                + "</requestArray></arrayOfFileRequests><targetSpaceToken>@</targetSpaceToken>"
          });

  private final Site site;

  /** Would be there if a shell had read one of the attempts; a reply may echo its name. */
  private final Path owned;

  HostileStrings(Site site) {
    this.site = site;
    this.owned = site.home().resolveSibling("owned-" + site.home().getFileName());
  }

  private static String surls(String surl) {
    return "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>";
  }

  private static String description(String field) {
    return "<" + field + ">@</" + field + ">";
  }

  Stream<DynamicTest> tests() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String[] call : CALLS) {
      tests.add(dynamicTest("in " + call[0], () -> attempts(call[0], call[1])));
    }
    tests.add(dynamicTest("a line of the log", this::noLineIsForged));
    tests.add(dynamicTest("what is given away", this::nothingSecretIsWritten));
    return tests.stream();
  }

  private void attempts(String operation, String fields) throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      for (String attempt : ATTEMPTS) {
        String text =
            attempt.replace("OWNED", owned.toString()).replace("&", "&amp;").replace("<", "&lt;");
        String root = site.endpoint() + site.root();
        SrmClient.Answer answer =
            client.call(operation, fields.replace("ROOT", root).replace("@", text));
        assertEquals(200, answer.status(), answer.body());
        assertFalse(answer.code().equals("SRM_SUCCESS"), operation + " " + attempt);
        assertFalse(answer.body().contains("INTERNAL_ERROR"), answer.body());
        for (String inside : List.of("Exception", "SQL", "java.", "org.bora", site.home() + "")) {
          assertFalse(answer.body().contains(inside), answer.body());
        }
      }
    }
    assertFalse(Files.deleteIfExists(owned), "a shell has read it");
  }

  private void noLineIsForged() throws Exception {
    String forged = LINE_ENDS + FORGED;
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      for (String[] call :
          List.of(
              new String[] {"srmRm", surls("srm://elsewhere/x" + forged)},
              new String[] {
                "srmLs", surls("srm://h/x") + "<numOfLevels>" + forged + "</numOfLevels>"
              },
              new String[] {"srmAbortRequest", "<requestToken>t" + forged + "</requestToken>"})) {
        SrmClient.Answer answer = client.call(call[0], call[1]);
        assertEquals(200, answer.status(), answer.body());
        assertTrue(
            List.of("SRM_FAILURE", "SRM_INVALID_REQUEST").contains(answer.code()), answer.body());
      }
    }
    int told = 0;
    for (Path log : logs()) {
      for (String line : Files.readString(log).split("\n", -1)) {
        assertFalse(line.startsWith(FORGED), line);
        assertTrue(line.chars().noneMatch(c -> "\r\u0085\u2028\u001b".indexOf(c) >= 0), line);
        told += line.contains("t????" + FORGED) ? 1 : 0;
      }
    }
    assertTrue(told > 0, "no line tells of it");
  }

  /** What an administrator copies into a mail, and what others on the machine can see. */
  private void nothingSecretIsWritten() throws Exception {
    List<String> secrets = secrets();
    assertTrue(secrets.size() >= 3, "nothing was looked for");
    List<String> told = new ArrayList<>();
    for (Path log : logs()) {
      told.add(Files.readString(log));
    }
    told.add(site.bora("status", "--home", site.home().toString()).output());
    told.addAll(seenByOthers());
    told.add(site.bora("config", "check", site.home().resolve("bora.yaml").toString()).output());
    told.addAll(commandLines());
    for (String secret : secrets) {
      assertTrue(told.stream().noneMatch(text -> text.contains(secret)), "a secret is told");
    }
    for (String text : told) {
      assertFalse(text.contains("PRIVATE KEY"), "a key is told");
    }
  }

  /** A dump of threads, and what the virtual machine was started with. */
  private List<String> seenByOthers() throws IOException {
    String pid = Files.readAllLines(site.home().resolve("run/bora.pid")).getFirst();
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    List<String> told = new ArrayList<>();
    for (String about : List.of("Thread.print", "VM.system_properties", "VM.command_line")) {
      told.add(
          new Shell(site.home(), Map.of())
              .run(Duration.ofMinutes(1), jcmd, pid, about)
              .succeeded()
              .output());
    }
    told.add(Files.readString(Path.of("/proc", pid, "environ"), StandardCharsets.ISO_8859_1));
    return told;
  }

  /** Of Bora, its database, its GridFTP server and whatever they have started. */
  private List<String> commandLines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : List.of("bora", "database", "gridftp")) {
      String pid = Files.readAllLines(site.home().resolve("run/" + name + ".pid")).getFirst();
      ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
      lines.add(commandLine(process).orElseThrow());
      process.descendants().forEach(child -> commandLine(child).ifPresent(lines::add));
    }
    return lines;
  }

  /** Empty where it has ended. */
  private static Optional<String> commandLine(ProcessHandle process) {
    Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> files = Files.walk(site.home().resolve("log"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /**
   * Second lines of private keys and the password of the database; no other may read their files.
   */
  private List<String> secrets() throws IOException {
    List<String> secrets = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site.home().resolve("grid/host"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        int key = text.indexOf("PRIVATE KEY-----\n");
        if (key >= 0) {
          secrets.add(text.substring(key + 17, key + 17 + 60));
          assertOwn(file);
        }
      }
    }
    Path password = site.home().resolve("database/password");
    secrets.add(Files.readString(password).strip());
    assertOwn(password);
    Path proxy = site.proxy("alice-voms");
    String text = Files.readString(proxy, StandardCharsets.ISO_8859_1);
    secrets.add(text.substring(text.indexOf("PRIVATE KEY-----\n") + 17).substring(0, 60));
    return secrets;
  }

  private static void assertOwn(Path file) throws IOException {
    Set<PosixFilePermission> allowed =
        Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    assertTrue(allowed.containsAll(Files.getPosixFilePermissions(file)), file + " is open");
  }
}
