package org.bora.simulation.bugs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A fault of {@code simulation/bugs}, applied to the product's current source.
 *
 * @param sources each changed file, with the fault
 * @param unfit the hunks whose text the source does not contain, or contains twice
 */
record Patch(String name, Map<String, String> sources, List<String> unfit) {
  private static final String FILE = "--- a/";
  private static final String JAVA = "/src/main/java/";
  private static final String END = ".patch";

  Patch {
    sources = Map.copyOf(sources);
    unfit = List.copyOf(unfit);
  }

  /** All faults of a checkout, by name. */
  static List<Patch> all(Path root) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(root.resolve("simulation/bugs"))) {
      files = all.filter(path -> path.toString().endsWith(END)).sorted().toList();
    }
    List<Patch> patches = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      patches.add(
          read(root, name.substring(0, name.length() - END.length()), Files.readAllLines(file)));
    }
    return patches;
  }

  /**
   * Reads a fault.
   *
   * @param lines of a unified diff, and the text before it
   */
  static Patch read(Path root, String name, List<String> lines) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    List<String> unfit = new ArrayList<>();
    String file = "";
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith(FILE)) {
        file = lines.get(at).substring(FILE.length());
        sources.put(file, Files.readString(root.resolve(file)));
      } else if (lines.get(at).startsWith("@@")) {
        List<String> hunk = lines.subList(at + 1, lines.size());
        String source = sources.getOrDefault(file, "");
        String before = side(hunk, '-');
        int there = source.indexOf(before);
        if (there < 0 || before.isEmpty() || there != source.lastIndexOf(before)) {
          unfit.add(lines.get(at));
        } else {
          sources.put(
              file,
              source.substring(0, there)
                  + side(hunk, '+')
                  + source.substring(there + before.length()));
        }
      }
    }
    if (sources.isEmpty()) {
      unfit.add("it changes no file");
    }
    return new Patch(name, sources, unfit);
  }

  /** The text of a hunk before ({@code -}) or after ({@code +}) the change. */
  private static String side(List<String> hunk, char sign) {
    StringBuilder side = new StringBuilder();
    for (String line : hunk) {
      if (line.startsWith("@@") || line.startsWith(FILE)) {
        break;
      }
      boolean header = line.startsWith("---") || line.startsWith("+++");
      if (line.isEmpty()) {
        side.append('\n');
      } else if (line.charAt(0) == ' ' || (line.charAt(0) == sign && !header)) {
        side.append(line.substring(1)).append('\n');
      }
    }
    return side.toString();
  }

  /**
   * Compiles the changed sources.
   *
   * @param classes a directory for the class files
   * @return the compiler's messages; empty if there are none
   */
  List<String> compiled(Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-nowarn",
            "-proc:none",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    List<JavaFileObject> files =
        sources.entrySet().stream()
            .map(source -> new Source(source.getKey(), source.getValue()))
            .map(JavaFileObject.class::cast)
            .toList();
    try (var manager = compiler.getStandardFileManager(told, Locale.ROOT, null)) {
      compiler.getTask(null, manager, told, options, null, files).call();
    }
    return told.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(
          URI.create("source:///" + file.substring(file.indexOf(JAVA) + JAVA.length())),
          Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }
}
