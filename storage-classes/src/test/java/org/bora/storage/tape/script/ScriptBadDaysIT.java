package org.bora.storage.tape.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;
import org.bora.storage.tape.wire.TapeOperation;
import org.bora.storage.tape.wire.Verification;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that hang, die, talk nonsense or lie, each a few lines of shell. */
class ScriptBadDaysIT {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Reads the document; the identifiers of its files are $1, $2 and so on. */
  private static final String READ = "set -- $(grep -o '\"id\":\"[^\"]*\"' | cut -d'\"' -f4)\n";

  @TempDir private Path directory;
  private Verification verification = Verification.TRUSTED;
  private TapeFile first;
  private TapeFile second;
  private Duration silence = LONG;
  private Duration batch = LONG;
  private String written = "";

  @BeforeEach
  void makeFiles() throws IOException {
    TapeFiles files = new TapeFiles(directory);
    first = files.make("first", 10);
    second = files.make("second", 10);
  }

  private ScriptDriver driver(String body) throws IOException {
    written = body;
    Path script = directory.resolve("script");
    Files.writeString(script, "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Map<TapeOperation, List<String>> commands = new EnumMap<>(TapeOperation.class);
    for (TapeOperation operation : TapeOperation.values()) {
      commands.put(operation, List.of(script.toString(), "a b", "$(touch " + directory + "/no)"));
    }
    return new ScriptDriver(
        "LIB",
        new ScriptSettings(
            commands,
            1,
            new TreeMap<>(Map.of("SITE", "it's $HOME")),
            new ScriptTimes(batch, silence, Duration.ofSeconds(5), Duration.ofMillis(300)),
            verification),
        Clock.systemUTC());
  }

  private RecordedWork migrate(String body) throws Exception {
    RecordedWork work = new RecordedWork(List.of(first, second));
    start(driver(body), work).get(LONG.toSeconds(), TimeUnit.SECONDS);
    return work;
  }

  private RecordedWork migrateVerified(String body) throws Exception {
    verification = Verification.CHECKSUM;
    return migrate(body);
  }

  private static CompletableFuture<Void> start(ScriptDriver driver, TapeWork work) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                driver.migrate(work);
                ended.complete(null);
              } catch (Throwable failure) {
                ended.completeExceptionally(failure);
              }
            });
    return ended;
  }

  private static String text(RecordedWork work, TapeFile file) {
    return work.reports(file).getFirst().trouble().orElseThrow().text();
  }

  private static String done(String id, String object) {
    return "echo '{\"id\":\"'" + id + "'\",\"report\":\"done\",\"object\":\"" + object + "\"}'\n";
  }

  @Test
  void whatEndsWithoutAWordIsToBeTriedAgain() throws Exception {
    RecordedWork work = migrate(READ + done("$1", "x"));
    assertEquals(Optional.of(TapeLocation.named("x")), work.location(first));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(second));
    assertEquals("the migrate script of LIB ended without a word on the file", text(work, second));
  }

  @Test
  void theExitCodeAndTheLastComplaintAreToldToTheAdministrator() throws Exception {
    RecordedWork work = migrate("echo first >&2; echo 'no server' >&2; exit 3");
    assertEquals("the migrate script of LIB ended with code 3: no server", text(work, first));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(second));
  }

  @Test
  void aScriptMayAskToBeCalledAgain() throws Exception {
    RecordedWork work = migrate("echo busy >&2; exit 75");
    assertEquals(
        "the migrate script of LIB asked to be called again for the rest: busy", text(work, first));
  }

  @Test
  void aScriptThatSaysNothingIsEndedWithItsChildren() throws Exception {
    silence = Duration.ofMillis(300);
    RecordedWork work =
        migrate(
            "sleep 600 & echo $! > " + directory + "/child\ntrap '' TERM\nwhile :; do wait; done");
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
    assertTrue(text(work, first).contains("said nothing"), text(work, first));
    assertEnds(Files.readString(directory.resolve("child")));
  }

  @Test
  void chatterDoesNotProlongABatch() throws Exception {
    batch = Duration.ofSeconds(1);
    silence = batch;
    RecordedWork work = migrate("while :; do echo working >&2; sleep 0.1; done");
    assertTrue(text(work, first).contains("took longer"), text(work, first));
  }

  @Test
  void childrenDoNotOutliveTheScript() throws Exception {
    RecordedWork work =
        migrate(READ + "sleep 600 & echo $! > " + directory + "/child\n" + done("$1", "x"));
    assertTrue(work.location(first).isPresent());
    assertEnds(Files.readString(directory.resolve("child")));
  }

  @Test
  void aKilledScriptIsToBeTriedAgain() throws Exception {
    RecordedWork work = migrate(READ + done("$1", "x") + "kill -9 $$");
    assertTrue(work.location(first).isPresent());
    assertEquals(Optional.of(Kind.RETRY), work.trouble(second));
  }

  @Test
  void anInterruptEndsScriptAndChildren() throws Exception {
    Path child = directory.resolve("child");
    ScriptDriver driver =
        driver(
            READ
                + "sleep 600 & echo $! > "
                + child
                + ".new; mv "
                + child
                + ".new "
                + child
                + "\necho '{\"id\":\"'$1'\",\"report\":\"progress\",\"bytes\":1}'\nwait");
    CompletableFuture<Thread> worker = new CompletableFuture<>();
    RecordedWork work = new RecordedWork(List.of(first));
    work.onProgress(() -> worker.complete(Thread.currentThread()));
    CompletableFuture<Void> ended = start(driver, work);
    worker.get(LONG.toSeconds(), TimeUnit.SECONDS).interrupt();
    ExecutionException failure =
        assertThrows(ExecutionException.class, () -> ended.get(LONG.toSeconds(), TimeUnit.SECONDS));
    assertInstanceOf(InterruptedException.class, failure.getCause());
    assertEnds(Files.readString(child));
  }

  @Test
  void aScriptWhoseFilesNobodyWantsAnyMoreIsStopped() throws Exception {
    RecordedWork work = new RecordedWork(List.of(first));
    work.onProgress(() -> work.unwanted(first));
    ScriptDriver driver =
        driver(READ + "echo '{\"id\":\"'$1'\",\"report\":\"progress\",\"bytes\":1}'\nsleep 600");
    start(driver, work).get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertEquals(Optional.of(Kind.STOPPED), work.trouble(first));
  }

  @Test
  void aScriptIsToldWhatOfItsFilesNobodyWants() throws Exception {
    RecordedWork work = new RecordedWork(List.of(first, second));
    work.onProgress(() -> work.unwanted(first));
    ScriptDriver driver =
        driver(
            "document=$(cat)\n"
                + "list=$(echo \"$document\" | grep -o '\"unwanted\":\"[^\"]*\"' | cut -d'\"' -f4)\n"
                + "set -- $(echo \"$document\" | grep -o '\"id\":\"[^\"]*\"' | cut -d'\"' -f4)\n"
                + "echo '{\"id\":\"'$1'\",\"report\":\"progress\",\"bytes\":1}'\n"
                + "until grep -q $1 \"$list\"; do sleep 0.05; done\n"
                + done("$2", "x"));
    start(driver, work).get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertEquals(Optional.of(Kind.STOPPED), work.trouble(first));
    assertTrue(work.location(second).isPresent());
  }

  @Test
  void nonsenseIsPassedOver() throws Exception {
    RecordedWork work =
        migrate(
            READ
                + "echo hello; echo '[]'; echo '{\"id\":3}'; echo '{\"id\":\"'$1'\"}'; echo\n"
                + "echo '{\"id\":\"'$1'\",\"report\":\"done\",\"object\":\"a b\"}'\n"
                + "echo '{\"id\":\"'$1'\",\"report\":\"failed\",\"kind\":\"tired\"}'\n"
                + "head -c 200000 /dev/zero | tr '\\0' x; echo\n"
                + "head -c 100000 /dev/urandom; echo\n"
                + done("$1", "x")
                + done("$2", "y"));
    assertEquals(Optional.of(TapeLocation.named("x")), work.location(first));
    assertEquals(Optional.of(TapeLocation.named("y")), work.location(second));
  }

  @Test
  void aFloodOfLinesIsTakenInWithoutHarm() throws Exception {
    RecordedWork work = migrate(READ + "yes nonsense | head -n 200000\n" + done("$1", "x"));
    assertTrue(work.location(first).isPresent());
  }

  @Test
  void aLieCountsForNothing() throws Exception {
    RecordedWork work =
        migrate(
            READ
                + done("$1", "x")
                + done("$1", "other")
                + "echo '{\"id\":\"'$1'\",\"report\":\"failed\",\"kind\":\"lost\"}'\n"
                + done("00000000-0000-4000-8000-000000000000", "stranger"));
    assertEquals(1, work.reports(first).size());
    assertEquals(Optional.of(TapeLocation.named("x")), work.location(first));
    assertEquals(List.of(first.id(), second.id()), work.order());
  }

  @Test
  void anotherChecksumIsNoCopy() throws Exception {
    RecordedWork work =
        migrate(
            READ
                + "echo '{\"id\":\"'$1'\",\"report\":\"done\",\"object\":\"x\",\"adler32\":\"00000001\"}'");
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
    assertTrue(text(work, first).contains("00000001"));
  }

  @Test
  void aCopyWhoseChecksumTheScriptDoesNotTellIsNotVerifiedAndIsToBeRemoved() throws Exception {
    RecordedWork work = migrateVerified(READ + done("$1", "x"));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
    assertTrue(text(work, first).contains("verification: trusted"), text(work, first));
    assertEquals(Optional.of(TapeLocation.named("x")), work.unverified(first));
  }

  @Test
  void aCopyWithTheChecksumOfTheFileIsVerified() throws Exception {
    RecordedWork work =
        migrateVerified(
            READ
                + "echo '{\"id\":\"'$1'\",\"report\":\"done\",\"object\":\"x\",\"adler32\":\""
                + first.adler32()
                + "\"}'");
    assertEquals(Optional.of(TapeLocation.named("x")), work.location(first));
  }

  @Test
  void aCopyOfOtherBytesIsToBeRemovedAlsoWhereTheSystemIsTrusted() throws Exception {
    RecordedWork work =
        migrate(
            READ
                + "echo '{\"id\":\"'$1'\",\"report\":\"done\",\"object\":\"x\",\"adler32\":\"00000001\"}'");
    assertEquals(Optional.of(TapeLocation.named("x")), work.unverified(first));
  }

  @Test
  void doneWithoutAnObjectIsNoCopy() throws Exception {
    RecordedWork work = migrate(READ + "echo '{\"id\":\"'$1'\",\"report\":\"done\"}'");
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
  }

  @Test
  void argumentsReachTheScriptAsTheyAreAndTheEnvironmentIsClean() throws Exception {
    migrate("printf '%s|' \"$@\" > " + directory + "/arguments; env > " + directory + "/env");
    assertEquals(
        "a b|$(touch " + directory + "/no)|", Files.readString(directory.resolve("arguments")));
    assertFalse(Files.exists(directory.resolve("no")));
    List<String> names =
        Files.readAllLines(directory.resolve("env")).stream()
            .map(line -> line.substring(0, line.indexOf('=')))
            .filter(name -> !List.of("_", "SHLVL", "OLDPWD").contains(name))
            .sorted()
            .toList();
    assertEquals(
        List.of("BORA_LIBRARY", "BORA_OPERATION", "LC_ALL", "PATH", "PWD", "SITE"), names, written);
  }

  @Test
  void aScriptThatIsNotThereIsSaidAtOnceAndLater() throws Exception {
    ScriptDriver driver = driver("exit 0");
    Files.delete(directory.resolve("script"));
    StorageException refusal = assertThrows(StorageException.class, driver::check);
    assertTrue(refusal.getMessage().contains(directory + "/script"), refusal.getMessage());
    RecordedWork work = new RecordedWork(List.of(first));
    driver.migrate(work);
    assertEquals(Optional.of(Kind.RETRY), work.trouble(first));
  }

  @Test
  void aQuestionWithoutAnAnswerIsNoAnswer() throws Exception {
    TapeFile onTape = TapeFiles.onTape(first, TapeLocation.named("x"));
    for (String body : List.of("exit 1", "exit 75", "kill -9 $$")) {
      assertThrows(StorageException.class, () -> driver(body).query(List.of(onTape)), body);
    }
    assertEquals(Map.of(), driver("exit 0").query(List.of(onTape)));
  }

  /** Waits until a process is gone, or a zombie of a container's lazy init. */
  private static void assertEnds(String pid) throws Exception {
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid.strip()));
    if (process.isPresent() && !isZombie(pid.strip())) {
      process.get().onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static boolean isZombie(String pid) throws IOException {
    Path stat = Path.of("/proc", pid, "stat");
    try {
      return Files.readString(stat).contains(") Z ");
    } catch (IOException gone) {
      return true;
    }
  }
}
