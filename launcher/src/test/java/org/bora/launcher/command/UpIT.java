package org.bora.launcher.command;

import static org.bora.launcher.command.CommandedBora.CHECKOUT;
import static org.bora.launcher.command.CommandedBora.NO_ABORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bora.launcher.command.CommandedBora.Said;
import org.bora.server.home.Ports;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of an all-in-one Bora, with the real database, GridFTP server and gfal clients. */
class UpIT {

  private static final Predicate<String> REFUSED_LS =
      Pattern.compile(
              "\\S+ INFO  \\[[0-9a-f]{8}-[0-9]+ -] CallLog: srmLs refused"
                  + " dn=/DC=test/DC=grid/OU=people/CN=Alice Test surl=srm://\\S+:"
                  + " .*SRM_INVALID_PATH .*")
          .asMatchPredicate();

  @TempDir private Path directory;
  private CommandedBora bora;

  @BeforeEach
  void make() {
    bora = new CommandedBora(directory);
  }

  @AfterEach
  void stop() {
    bora.verb("down");
  }

  @Test
  void itStartsServesSurvivesBeingKilledAndLeavesNothingRunning() throws Exception {
    Said first =
        bora.process("up", "--background", "--port", Integer.toString(CommandedBora.freePort()));
    assertEquals(0, first.code(), first.text());
    assertTrue(first.text().contains("TRY GRID"), first.text());
    bora.succeeds("status");
    whatReadmeShowsForASecondShellWorks();
    // gfal looks for the file before it writes it
    assertTrue(
        Files.readAllLines(bora.home().log().resolve("bora.log")).stream().anyMatch(REFUSED_LS),
        "a refused call has one line, with its trace");

    String again = bora.up();
    assertTrue(again.contains("runs already"), again);
    int other = CommandedBora.freePort();
    assertEquals(1, bora.verb("up", "--background", "--port", Integer.toString(other)).code());

    otherRulesAreTakenWhileItRunsAndWrongOnesAreNot();

    List<ProcessIdentity> children = running(bora.home().databasePid(), bora.home().gridftpPid());
    kill(running(bora.home().boraPid()).getFirst());
    assertEquals(3, bora.process("status").code());
    bora.up();
    assertEquals(
        children, running(bora.home().databasePid(), bora.home().gridftpPid()), "taken over");
    aFileGoesInAndComesOut("after");

    for (ProcessIdentity process :
        running(bora.home().boraPid(), bora.home().databasePid(), bora.home().gridftpPid())) {
      kill(process);
    }
    bora.up();
    assertTrue(bora.shell("'" + NO_ABORT + "' gfal-ls \"$BORA_SURL\"").text().contains("hello"));
    secondShell();

    List<ProcessIdentity> all =
        running(bora.home().boraPid(), bora.home().databasePid(), bora.home().gridftpPid());
    assertEquals(3, all.size());
    Said down = readme(quickStart().getLast());
    assertEquals(0, down.code(), down.text());
    all.forEach(process -> assertFalse(process.isAlive(), process.toString()));
    for (String service : List.of("srm", "database", "gridftp")) {
      awaitFree(service);
    }
    assertEquals(3, bora.verb("status").code());
  }

  /** The kernel may take a moment after the last process of a service is gone. */
  private void awaitFree(String service) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    try (Ports ports = Ports.read(bora.home().ports())) {
      while (!ports.hold(InetAddress.getLoopbackAddress(), ports.of(service))) {
        assertTrue(System.nanoTime() < end, service + " still has its port");
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private void otherRulesAreTakenWhileItRunsAndWrongOnesAreNot() throws Exception {
    String written = Files.readString(bora.home().configuration());
    String rule = "- allow all to vo testvo";
    String listing = "'" + NO_ABORT + "' gfal-ls \"$BORA_SURL\"";

    Files.writeString(
        bora.home().configuration(), written.replace(rule, "- deny list to anyone\n      " + rule));
    Said changed = bora.verb("config", "diff");
    assertEquals(1, changed.code(), changed.text());
    Said other = bora.verb("config", "reload");
    assertEquals(0, other.code(), other.text());
    assertTrue(other.text().contains("areas.testvo.rules: + deny list to anyone\n"), other.text());
    Said refused = bora.shell(listing);
    assertTrue(refused.code() != 0, refused.text());
    assertTrue(
        Files.readString(bora.home().log().resolve("bora.log"))
            .contains("bora.yaml:" + lineOf(written, rule) + ": deny list to anyone"),
        "the log names the rule by file and line");

    Files.writeString(bora.home().configuration(), written.replace(rule, "- allow everything"));
    Said wrong = bora.verb("config", "reload");
    assertEquals(1, wrong.code(), wrong.text());
    assertTrue(wrong.text().contains("nothing was changed"), wrong.text());
    assertTrue(bora.shell(listing).code() != 0, "still the rules before");

    Files.writeString(bora.home().configuration(), written);
    bora.succeeds("config", "reload");
    Said allowed = bora.shell(listing);
    assertEquals(0, allowed.code(), allowed.text());
  }

  private static long lineOf(String text, String part) {
    return text.substring(0, text.indexOf(part)).lines().count();
  }

  /** The commands, in their order; the last one ends Bora. */
  private static List<String> quickStart() throws IOException {
    return Files.readAllLines(CHECKOUT.resolve("README.md")).stream()
        .dropWhile(line -> !line.endsWith("in a second shell:"))
        .dropWhile(line -> !line.startsWith("```"))
        .skip(1)
        .takeWhile(line -> !line.startsWith("```"))
        .map(String::strip)
        .toList();
  }

  private void whatReadmeShowsForASecondShellWorks() throws Exception {
    Path shell = Files.createDirectory(directory.resolve("shell"));
    command(
        shell.resolve("bora"),
        String.join(" ", CommandedBora.java()),
        "--home '" + bora.home().directory() + "'");
    for (String client : List.of("gfal-copy", "gfal-ls")) {
      command(shell.resolve(client), "'" + NO_ABORT + "' " + client, "");
    }
    secondShell();
  }

  /** The same lines work again after a restart, though the file is there already. */
  private void secondShell() throws Exception {
    List<String> lines = quickStart();
    assertTrue(lines.getLast().startsWith("./bora down "), lines::toString);
    Said said = readme(String.join("\n", lines.subList(0, lines.size() - 1)));
    assertEquals(0, said.code(), said.text());
    assertTrue(said.text().lines().anyMatch(line -> line.strip().endsWith(" hello")), said.text());
    assertEquals(-1, Files.mismatch(Path.of("/etc/hostname"), directory.resolve("hello")));
  }

  /** A command of this name that runs that one, with its arguments and more. */
  private static void command(Path name, String what, String more) throws IOException {
    Files.writeString(name, "#!/bin/bash\nexec " + what + " \"$@\" " + more + "\n");
    Files.setPosixFilePermissions(name, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** In the directory of {@link #command}; what would be left in /tmp goes to the test's own. */
  private Said readme(String lines) throws Exception {
    String here = lines.replace("file:///tmp/", "file://" + directory + "/");
    String shell = directory.resolve("shell").toString();
    return bora.run(
        List.of("bash", "-c", "set -e; cd '%1$s'; PATH='%1$s':$PATH; %2$s".formatted(shell, here)));
  }

  private void aFileGoesInAndComesOut(String name) throws Exception {
    String script =
        """
        set -e
        '%3$s' gfal-copy -f file:///etc/hostname "$BORA_SURL/%1$s"
        '%3$s' gfal-copy -f "$BORA_SURL/%1$s" 'file://%2$s/%1$s'
        cmp /etc/hostname '%2$s/%1$s'
        """
            .formatted(name, directory, NO_ABORT);
    Said said = bora.shell(script);
    assertEquals(
        0,
        said.code(),
        said.text()
            + Files.readString(bora.home().log().resolve("bora.log"), StandardCharsets.UTF_8));
  }

  private static void kill(ProcessIdentity process) {
    ProcessHandle handle = process.handle().orElseThrow();
    handle.destroyForcibly();
    handle.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static List<ProcessIdentity> running(PidFile... files) throws IOException {
    List<ProcessIdentity> processes = new ArrayList<>();
    for (PidFile file : files) {
      file.running().map(PidFile.Entry::process).ifPresent(processes::add);
    }
    return processes;
  }
}
