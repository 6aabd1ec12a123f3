package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every link of the documentation to a file or a heading of the checkout leads somewhere. */
class DocumentationLinksTest {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)[^)]*\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  private static final Path INDEX = Path.of("docs", "README.md");
  private static final Path README = Path.of("README.md");

  @Test
  void everyLinkLeadsSomewhere() {
    List<String> broken = new ArrayList<>();
    int seen = 0;
    for (MarkdownFile page : MarkdownFile.all()) {
      for (Matcher link = LINK.matcher(page.prose()); link.find(); ) {
        String target = link.group(1);
        if (!ELSEWHERE.matcher(target).matches()) {
          seen++;
          if (!leadsSomewhere(page, target)) {
            broken.add(page.path() + ": " + target);
          }
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(seen > 80, "only " + seen + " links were seen");
  }

  private static boolean leadsSomewhere(MarkdownFile page, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path here = page.path();
    Path path = file.isEmpty() ? here : here.resolveSibling(file).normalize();
    return MarkdownFile.exists(path)
        && (hash < 0
            || !path.toString().endsWith(".md")
            || MarkdownFile.read(path).anchors().contains(target.substring(hash + 1)));
  }

  @Test
  void theIndexNamesEveryPageAndTheReadmeAtMostTen() {
    MarkdownFile index = MarkdownFile.read(INDEX);
    Set<Path> named = targets(index.prose(), INDEX);
    List<Path> missing =
        MarkdownFile.all().stream()
            .map(MarkdownFile::path)
            .filter(path -> path.startsWith("docs") && !path.startsWith("docs/adr"))
            .filter(path -> !path.equals(INDEX) && !named.contains(path))
            .toList();
    assertEquals(List.of(), missing);

    String readme = MarkdownFile.read(README).prose();
    String next = readme.substring(readme.indexOf("## Where to read next"));
    assertEquals(10, targets(next.substring(0, next.indexOf("Apache License")), README).size());
  }

  private static Set<Path> targets(String prose, Path from) {
    Set<Path> targets = new HashSet<>();
    for (Matcher link = LINK.matcher(prose); link.find(); ) {
      targets.add(from.resolveSibling(link.group(1)).normalize());
    }
    return targets;
  }

  @Test
  void headingsAreNamedAsTheirLinksAre() {
    assertEquals(
        "6-restart-without-interrupting-clients",
        MarkdownFile.anchor("6. Restart without interrupting clients"));
    assertEquals("the-gridftp-server-of-up", MarkdownFile.anchor("The GridFTP server of `up`"));
    assertEquals(
        "alarms-at-three-in-the-morning", MarkdownFile.anchor("Alarms: at three in the morning"));
  }
}
