package org.bora.devtools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jars as packages and as a checkout have them: without this one its verbs are refused, with it
 * and nothing else they work.
 */
@Timeout(60)
class BesideTheLauncherIT {
  @TempDir private Path directory;

  /**
   * What a verb came to.
   *
   * @param text what it printed, errors included
   */
  private record Said(int code, String text) {}

  @Test
  void anInstalledBoraNamesWhatItLacks() throws Exception {
    for (String verb : new CheckoutVerbs().names()) {
      Said said = bora(installed(), verb, "--help");
      assertEquals(2, said.code(), said::text);
      String told = "bora: `bora " + verb + "` needs a checkout of the sources\n";
      assertTrue(said.text().startsWith(told), said::text);
    }
  }

  @Test
  void theLibrariesOfTheLauncherAreEnough() throws Exception {
    String classpath = installed() + ":" + jar("../devtools/target", "devtools-");
    for (String bench : List.of("recall", "buffer")) {
      List<String> small =
          bench.equals("recall")
              ? List.of("--files=200", "--volumes=10")
              : List.of("--terabytes=1");
      List<String> words = new ArrayList<>(List.of("bench", bench));
      words.addAll(small);
      words.add("--report=" + directory);
      Said said = bora(classpath, words.toArray(String[]::new));
      // a small run need not meet the targets
      assertTrue(said.code() <= 1 && !said.text().contains("Exception"), said::toString);
      assertTrue(Files.size(directory.resolve(bench + ".html")) > 0, said::text);
    }
    Said said = bora(classpath, "test", "--help");
    assertEquals(0, said.code(), said::text);
  }

  private static String installed() throws IOException {
    return jar("../launcher/target", "launcher-")
        + ":"
        + Files.readString(Path.of("../launcher/target/classpath")).strip();
  }

  private static Path jar(String directory, String begin) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(directory))) {
      return files
          .filter(each -> each.getFileName().toString().matches(begin + "[0-9].*\\.jar"))
          .findAny()
          .orElseThrow();
    }
  }

  private Said bora(String classpath, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dbora.root=" + directory, "-cp", classpath));
    command.add("org.bora.launcher.Main");
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), text);
  }
}
