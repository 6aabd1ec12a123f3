package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code start.sh}, with which all scripts start Bora, and its class cache. */
@Timeout(120)
class StartScriptIT {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final String VERSION = "Bora 0.1.0\n";

  /** Another jar of ours that the class path may name instead of the packaged one. */
  @TempDir private static Path common;

  private static Path launcher;
  private static Path made;

  @TempDir private Path directory;

  /**
   * What a script came to.
   *
   * @param out of standard output
   * @param err of standard error
   */
  private record Said(int code, String out, String err) {}

  @BeforeAll
  static void makeOne() throws Exception {
    try (Stream<Path> jars = Files.list(MODULE.resolve("target"))) {
      Path packaged =
          jars.filter(each -> each.getFileName().toString().matches("launcher-.*\\.jar"))
              .findAny()
              .orElseThrow();
      launcher = common.resolve("launcher.jar");
      Files.copy(packaged, launcher, StandardCopyOption.COPY_ATTRIBUTES);
    }
    made = common.resolve("classes of a Java.aot");
    Said said = script(made, Map.of(), "bora_make_cache");
    Path log = Path.of(made + ".log");
    assertEquals(new Said(0, "", ""), said, () -> Files.exists(log) ? text(log) : "no log");
  }

  @Test
  void aVerbTakesItsClassesFromTheCache() throws Exception {
    Said said = verb(made, Map.of("BORA_JAVA_OPTIONS", "-Xlog:class+load"), "--version");
    assertTrue(said.out().contains(VERSION), "it does its work");
    assertEquals("shared objects file", source(said));
  }

  @Test
  void itSaysTheSameWithoutOne() throws Exception {
    assertEquals(new Said(0, VERSION, ""), verb(made, Map.of(), "--version"));
    assertEquals(new Said(0, VERSION, ""), verb(directory.resolve("none"), Map.of(), "--version"));
  }

  @Test
  void aCacheOfAnotherJavaAndADamagedOneArePassedOver() throws Exception {
    byte[] whole = Files.readAllBytes(made);
    int build = new String(whole, 0, 4_000, StandardCharsets.ISO_8859_1).indexOf(" for linux-");
    assertTrue(build > 0, "the JVM's name of itself");
    Path cache = directory.resolve("cache");
    Files.copy(made, cache);
    try (RandomAccessFile file = new RandomAccessFile(cache.toFile(), "rw")) {
      file.seek(build - 2);
      file.write('x');
    }
    assertEquals(new Said(0, VERSION, ""), verb(cache, Map.of(), "--version"), "another build");
    for (int length : new int[] {1, 1_000, whole.length / 2}) {
      Files.write(cache, Arrays.copyOf(whole, length));
      assertEquals(new Said(0, VERSION, ""), verb(cache, Map.of(), "--version"), "cut " + length);
    }
    Files.writeString(cache, "no cache at all\n".repeat(10_000));
    assertEquals(new Said(0, VERSION, ""), verb(cache, Map.of(), "--version"), "something else");
  }

  @Test
  void aCacheOfOtherJarsIsPassedOver() throws Exception {
    FileTime time = Files.getLastModifiedTime(launcher);
    try {
      Files.setLastModifiedTime(launcher, FileTime.fromMillis(time.toMillis() + 5_000));
      Said said = verb(made, Map.of("BORA_JAVA_OPTIONS", "-Xlog:class+load"), "--version");
      assertEquals("file:" + launcher, source(said));
      assertEquals(new Said(0, VERSION, ""), verb(made, Map.of(), "--version"));
    } finally {
      Files.setLastModifiedTime(launcher, time);
    }
  }

  @Test
  void whatTheAdministratorTellsTheJvmPrevails() throws Exception {
    for (String option :
        List.of("-Xshare:off", "-XX:AOTMode=off", "-XX:+UseZGC", "-XX:+UseG1GC", "-Xmx300m")) {
      Said said = verb(made, Map.of("BORA_JAVA_OPTIONS", option), "--version");
      assertEquals(new Said(0, VERSION, ""), said, option);
    }
    Said said = verb(made, Map.of("JAVA_TOOL_OPTIONS", "-Xshare:auto"), "--version");
    assertEquals(0, said.code(), said.toString());
    assertEquals(VERSION, said.out());
  }

  @Test
  void severalThatMakeItAtOnceLeaveOneThatHoldsAndNothingElse() throws Exception {
    Path cache = directory.resolve("cache");
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Callable<Said> making = () -> script(cache, Map.of(), "bora_make_cache");
      for (Future<Said> one : threads.invokeAll(List.of(making, making))) {
        assertEquals(new Said(0, "", ""), one.get());
      }
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(cache), left.toList());
    }
    assertEquals(new Said(0, VERSION, ""), verb(cache, Map.of(), "--version"));
  }

  @Test
  void whereItCannotBeMadeVerbsStartWithoutIt() throws Exception {
    Path cache = directory.resolve("nowhere/cache");
    Said said = script(cache, Map.of(), "bora_make_cache");
    assertEquals(1, said.code(), said.toString());
    assertFalse(Files.exists(cache));
    assertEquals(new Said(0, VERSION, ""), verb(cache, Map.of(), "--version"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Where the JVM says that it had our first class from. */
  private static String source(Said said) {
    return said.out()
        .lines()
        .filter(line -> line.contains(" " + Main.class.getName() + " source: "))
        .map(line -> line.substring(line.indexOf("source: ") + "source: ".length()))
        .findFirst()
        .orElseThrow();
  }

  private static Said verb(Path cache, Map<String, String> environment, String words)
      throws Exception {
    return script(cache, environment, "bora_start \"$verb_tuning\" " + words);
  }

  /** As the scripts do, in an environment of its own: without a home, too. */
  private static Said script(Path cache, Map<String, String> environment, String last)
      throws IOException, InterruptedException {
    String classpath =
        launcher + ":" + Files.readString(MODULE.resolve("target/classpath")).strip();
    String script =
        String.join(
            "\n",
            "set -eu",
            ". '" + MODULE.resolve("start.sh") + "'",
            "java='" + System.getProperty("java.home") + "/bin/java' root=/nowhere",
            "classpath='" + classpath + "' cache='" + cache + "'",
            last);
    Path out = Files.createTempFile("start", ".out");
    Path err = Files.createTempFile("start", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of("sh", "-c", script)));
      builder.environment().clear();
      builder.environment().put("PATH", System.getenv("PATH"));
      builder.environment().putAll(environment);
      builder.redirectInput(new File("/dev/null"));
      int code = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
      return new Said(code, Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
