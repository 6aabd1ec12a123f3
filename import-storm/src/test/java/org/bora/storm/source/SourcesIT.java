package org.bora.storm.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.GroupMapFile.GroupLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of administrators, whole and broken. */
class SourcesIT {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("file"), text);
  }

  private String refusal(String xml) throws IOException {
    Path file = file(xml);
    return assertThrows(UnreadableSource.class, () -> XmlFile.read(file, "namespace")).getMessage();
  }

  @Test
  void anElementKnowsItsLineAndItsText() throws Exception {
    Element root =
        XmlFile.read(
            file(
                "<?xml version='1.0'?>\n<namespace version='1.5.0'>\n <a>\n x &amp; y </a><b/>\n</namespace>"),
            "namespace");
    assertEquals("1.5.0", root.attribute("version"));
    assertEquals(Optional.of("x & y"), root.valueOf("a"));
    assertEquals(Optional.empty(), root.valueOf("b"));
    assertEquals(3, root.child("a").orElseThrow().line());
  }

  @Test
  void nothingOutsideTheFileIsEverRead() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "top secret");
    String why =
        refusal(
            "<!DOCTYPE namespace [<!ENTITY e SYSTEM '"
                + secret.toUri()
                + "'>]>\n<namespace><a>&e;</a></namespace>");
    assertTrue(why.contains("DOCTYPE"), why);
    assertFalse(why.contains("top secret"), why);
    assertTrue(refusal("<namespace>&lol;</namespace>").contains("not well-formed"));
  }

  @Test
  void whatIsNoFileOfStormIsToldWithItsLine() throws IOException {
    assertTrue(refusal("<x/>").contains(":1: begins with <x>"));
    assertTrue(
        refusal("<namespace>\n<root>/x/${sys:user}</root></namespace>")
            .contains(":2: <root> holds ${sys:user}"));
    assertTrue(refusal("<namespace a='${b}'/>").contains(":1: <namespace> holds ${b}"));
    assertTrue(refusal("<namespace>\n<a>\n</namespace>").contains(":3: is not well-formed"));
    assertTrue(refusal("<namespace>" + "<a>".repeat(100)).contains("deep"));
    assertTrue(refusal("").contains("is not well-formed"));
    Path none = directory.resolve("none");
    String missing =
        assertThrows(UnreadableSource.class, () -> PropertyFile.read(none)).getMessage();
    assertTrue(missing.contains("does not exist"), missing);
  }

  @Test
  void pathAuthorizationIsReadWithStormsLeniency() throws Exception {
    AccessList list =
        AccessFile.read(
            file(
                "#c\nalgorithm=x.PathAuthzAlgBestMatch\n* /a/ WR permit\nhep\t/b//c D DENY extra\nhep /b R allow\na b c\n"));
    assertEquals(2, list.algorithm().orElseThrow().line());
    assertEquals(Optional.empty(), list.lines().get(0).group());
    assertEquals(List.of("b", "c"), list.lines().get(1).path());
    assertFalse(list.lines().get(1).permit());
    assertTrue(list.lines().get(2).permit() && list.lines().get(2).odd());
    assertEquals(6, list.others().getFirst().line());
  }

  @Test
  void groupsAreReadInTheOrderOfTheFile() throws Exception {
    assertEquals(
        List.of(
            new GroupLine(1, "/hep/Role=production", "hepprd"), new GroupLine(3, "/hep", "hep")),
        GroupMapFile.read(file("\"/hep/Role=production\" hepprd\n# x\n/hep .hep\n")));
    Path broken = file("\n\"hep\" hep\n");
    assertTrue(
        assertThrows(UnreadableSource.class, () -> GroupMapFile.read(broken))
            .getMessage()
            .contains(":2: is not"));
  }
}
