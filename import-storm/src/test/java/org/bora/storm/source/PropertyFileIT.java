package org.bora.storm.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.configuration.PropertiesConfiguration;
import org.bora.storm.source.PropertyFile.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** storm.properties, and what it includes, as StoRM's own library reads it. */
class PropertyFileIT {
  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<Property> read(String text) throws Exception {
    return PropertyFile.read(file("storm.properties", text));
  }

  private String refusal(String text) throws IOException {
    Path file = file("storm.properties", text);
    return assertThrows(UnreadableSource.class, () -> PropertyFile.read(file)).getMessage();
  }

  private static List<String> placed(List<Property> properties) {
    return properties.stream()
        .map(one -> one.file() + ":" + one.line() + ": " + one.key() + " = " + one.value())
        .toList();
  }

  /** What StoRM sees: the values of each key, lists taken apart. */
  private static Map<String, List<String>> seen(List<Property> properties) {
    Map<String, List<String>> seen = new LinkedHashMap<>();
    for (Property property : properties) {
      if (!property.isInclude() && !property.key().isEmpty()) {
        List<String> values = seen.computeIfAbsent(property.key(), none -> new ArrayList<>());
        Arrays.stream(property.value().split("(?<!\\\\),", -1))
            .map(one -> one.strip().replace("\\,", ","))
            .forEach(values::add);
      }
    }
    return seen;
  }

  private Map<String, List<String>> seenByStorm() throws Exception {
    PropertiesConfiguration storm =
        new PropertiesConfiguration(directory.resolve("storm.properties").toString());
    Map<String, List<String>> seen = new LinkedHashMap<>();
    for (var keys = storm.getKeys(); keys.hasNext(); ) {
      String key = keys.next();
      seen.put(key, List.of(storm.getStringArray(key)));
    }
    seen.remove(""); // lines that are none
    return seen;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# x\na.b = c = d\n! y\ne: f\\\n   g\ni j\nk =\nl==m\nn\t:\to p\n  q=r  \n",
        "a\na = 1\na = 2\n=\nb = x, y ,z\nb = w\n",
        "a = b\\\\\nc = d, \\\n# between\n\n  e\n",
        "a\\:b = c\\=d \\u0041\\tx\\\"y\\'\nc = d\\,e, f\n",
        "host = storm\ndomain = example.org\nname = ${host}.${domain}\nurl = srm://${name}:${port}/x\nport=8444\n",
        "list = one, two\nfirst = ${list}\nmore = ${list}\nmore = z${first}z, ${host}\nhost=a\n",
        "a = $${b}\nb = 1\nc = $b ${b} } { ${b\nd = x$\n",
      })
  void valuesAreThoseThatStormSees(String text) throws Exception {
    List<Property> properties = read(text);
    assertEquals(seenByStorm(), seen(properties));
  }

  @Test
  void linesOfIncludedFilesStandWhereTheyAreIncluded() throws Exception {
    file("site/first.properties", "b = 2\ninclude = third.properties\nc = ${a}${d}\n");
    file("third.properties", "d = 4\n");
    file("second.properties", "a = late\n\n  e = ${b}\n");
    List<Property> properties =
        read("a = 1\nsite = site\nInclude = ${site}/first.properties, second.properties\nd = 5\n");
    assertEquals(
        List.of(
            "storm.properties:1: a = 1",
            "storm.properties:2: site = site",
            "storm.properties:3: Include = site/first.properties, second.properties",
            "site/first.properties:1: b = 2",
            "site/first.properties:2: include = third.properties",
            "third.properties:1: d = 4",
            "site/first.properties:3: c = 14",
            "second.properties:1: a = late",
            "second.properties:3: e = 2",
            "storm.properties:4: d = 5"),
        placed(properties));
    assertEquals(seenByStorm(), seen(properties));
  }

  @Test
  void whatAnIncludedFileIncludesMayLieBesideIt() throws Exception {
    file("site/first.properties", "include = second.properties\n");
    file("site/second.properties", "a = 1\n");
    Path whole = file("elsewhere/third.properties", "b = 2\n");
    List<Property> properties =
        PropertyFile.read(
            file(
                "conf/storm.properties", "include = ../site/first.properties\ninclude = " + whole));
    assertEquals("../site/first.properties", properties.get(0).written());
    assertEquals("a", properties.get(2).key());
    assertEquals(whole.toString(), properties.get(4).file());
  }

  @Test
  void anIncludeThatLeadsNowhereIsRefused() throws Exception {
    String missing = refusal("a = 1\ninclude = none.properties\n");
    assertTrue(missing.contains("storm.properties:2: include = none.properties: "), missing);
    assertTrue(missing.contains("none.properties does not exist: put a copy of it"), missing);
    String open = refusal("include = ${dir}/x\ndir = later\n");
    assertTrue(open.contains(":1: include = ${dir}/x: ${dir} stands for nothing"), open);
    file("loop.properties", "\ninclude = storm.properties\n");
    String loop = refusal("include = loop.properties\n");
    assertTrue(loop.contains("loop.properties:2: include = storm.properties: "), loop);
    assertTrue(loop.contains("the file includes itself ("), loop);
    String itself = refusal("include = storm.properties\n");
    assertTrue(itself.contains("storm.properties:1: "), itself);
  }

  @Test
  void whatStandsForNothingIsToldAndNotGuessed() throws Exception {
    List<Property> properties =
        read(
            "a = ${b}\nb = ${c}\nc = x${a}\nd = ${nobody}\ne = ${env:PATH}\nf = ${sys:user.home}\n");
    List<String> told = properties.stream().map(one -> one.open().orElseThrow()).toList();
    assertTrue(told.get(0).contains("(b -> c -> a -> b)"), told.get(0));
    assertTrue(told.get(3).startsWith("${nobody} stands for nothing"), told.get(3));
    assertTrue(told.get(4).startsWith("${env:PATH} is known on StoRM's machine"), told.get(4));
    assertTrue(told.get(5).startsWith("${sys:user.home} is known"), told.get(5));
    assertEquals("${nobody}", properties.get(3).value());
  }
}
