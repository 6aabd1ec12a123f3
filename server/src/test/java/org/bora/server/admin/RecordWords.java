package org.bora.server.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the sources of this checkout say of records and their components, for a reference. */
final class RecordWords {
  private static final Path CHECKOUT = Path.of("..");
  private static final String SOURCES = "src/main/java";
  private static final int DEPTH_OF_SOURCES = 5;
  private static final Pattern MARGIN = Pattern.compile("(?m)^\\s*\\* ?");
  private static final Pattern TAG = Pattern.compile("\\{@\\w+\\s+#?([^}]*)}");
  private static final Pattern VALUE = Pattern.compile("\\{@value #(\\w+)}");
  private static final Pattern BETWEEN =
      Pattern.compile("\\*/\\s*((public|private|protected|static)\\s+)*$");

  private final List<Path> roots;
  private final Map<Path, String> texts = new HashMap<>();

  RecordWords() throws IOException {
    try (Stream<Path> all = Files.find(CHECKOUT, DEPTH_OF_SOURCES, (path, _) -> isRoot(path))) {
      roots = all.sorted().toList();
    }
  }

  private static boolean isRoot(Path path) {
    return path.endsWith(SOURCES) && Files.isRegularFile(path.resolve("../../../pom.xml"));
  }

  /** The first sentence about it without its full stop; empty where there is none. */
  String of(Class<?> type) {
    return words(type).getOrDefault("", "");
  }

  /** What is said of its components. */
  Map<String, String> components(Class<?> type) {
    Map<String, String> words = words(type);
    words.remove("");
    return words;
  }

  private Map<String, String> words(Class<?> type) {
    String source = source(type);
    int begin = source.indexOf("record " + type.getSimpleName() + "(");
    Map<String, String> words = new LinkedHashMap<>();
    Matcher end = BETWEEN.matcher(source.substring(0, Math.max(begin, 0)));
    if (!end.find()) {
      return words;
    }
    String comment = source.substring(source.lastIndexOf("/**", end.start()) + 3, end.start());
    String whole = VALUE.matcher(comment).replaceAll(name -> value(type, name.group(1)));
    String[] parts = MARGIN.matcher(whole).replaceAll("").split("@param ", -1);
    words.put("", plain(parts[0]).split("\\.( |$)", 2)[0]);
    for (int i = 1; i < parts.length; i++) {
      String[] said = plain(parts[i]).split(" ", 2);
      words.put(said[0], said.length < 2 ? "" : said[1]);
    }
    return words;
  }

  private static String value(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return String.valueOf(field.get(null));
    } catch (ReflectiveOperationException none) {
      throw new IllegalStateException(none);
    }
  }

  private static String plain(String text) {
    return TAG.matcher(text).replaceAll("$1").replaceAll("\\s+", " ").strip();
  }

  private String source(Class<?> type) {
    String file = type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
    Path path =
        roots.stream()
            .map(root -> root.resolve(file))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no source of " + type));
    return texts.computeIfAbsent(
        path,
        one -> {
          try {
            return Files.readString(one);
          } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
          }
        });
  }
}
