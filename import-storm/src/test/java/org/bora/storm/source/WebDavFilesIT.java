package org.bora.storm.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.storm.source.PropertyFile.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of StoRM WebDAV, whole and broken. */
class WebDavFilesIT {
  @TempDir private Path directory;

  private void file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String refusal() {
    return assertThrows(UnreadableSource.class, () -> WebDavFiles.read(directory)).getMessage();
  }

  private Property application(String key) throws UnreadableSource {
    return WebDavFiles.read(directory).application().stream()
        .filter(one -> one.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void filesOfOtherKindsAreNotAreas() throws Exception {
    file("sa.d/b.properties", "name=b\n# no\nrootPath = /b\n");
    file("sa.d/a.properties", "name=a");
    file("sa.d/README.md", "name=c");
    WebDavFiles files = WebDavFiles.read(directory);
    assertEquals(
        List.of("sa.d/a.properties", "sa.d/b.properties"),
        files.areas().stream().map(WebDavFiles.AreaFile::file).toList());
    Property root = files.areas().get(1).properties().get(1);
    assertEquals("rootPath", root.key());
    assertEquals("/b", root.value());
    assertEquals(3, root.line());
    assertEquals(List.of(), files.application());
    assertEquals(List.of(), files.environment());
  }

  @Test
  void aDirectoryWithoutAreasIsASentence() throws IOException {
    assertTrue(refusal().contains("has no *.properties"), refusal());
    file("sa.d/README.md", "");
    assertTrue(refusal().contains("usually /etc/storm/webdav"), refusal());
  }

  @Test
  void keysOfYamlAreThoseOfSpringAndKnowTheirLines() throws Exception {
    file("sa.d/a.properties", "name=a");
    file(
        "config/application.yml",
        """
        oauth:
          issuers:
          - name: iam
            issuer: https://iam.example.org/
          enable-oidc:
        ---
        storm: {a: [1, '2']}
        """);
    file("config/application-more.yml", "storm.b: x\n");
    assertEquals("https://iam.example.org/", application("oauth.issuers[0].issuer").value());
    assertEquals(4, application("oauth.issuers[0].issuer").line());
    assertEquals("2", application("storm.a[1]").value());
    assertEquals("config/application-more.yml", application("storm.b").file());
    assertEquals(5, WebDavFiles.read(directory).application().size());
  }

  @Test
  void brokenYamlIsASentenceWithItsLine() throws IOException {
    file("sa.d/a.properties", "name=a");
    file("config/application.yml", "a: b\nc: [\n");
    assertTrue(refusal().contains("application.yml:3: is not YAML"), refusal());
  }

  @Test
  void yamlThatGrowsWithoutEndIsRefused() throws IOException {
    file("sa.d/a.properties", "name=a");
    file("config/application.yml", "a: &a [x, *a]\n");
    assertTrue(refusal().contains("too deep or too large"), refusal());
    StringBuilder bomb = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int at = 1; at < 8; at++) {
      bomb.append(
          "l%d: &l%d [%s*l%d]\n".formatted(at, at, "*l%d, ".formatted(at - 1).repeat(9), at - 1));
    }
    file("config/application.yml", bomb.toString());
    assertTrue(refusal().contains("Number of aliases"), refusal());
  }

  @Test
  void variablesStandWhereTheyAreNamed() throws Exception {
    file("sa.d/a.properties", "name=a\nrootPath=${HOME}/a");
    file(
        "storm-webdav.conf",
        """
        [Service]
        Environment="A=one" 'B=two'
        Environment=C=three
        EnvironmentFile=/etc/other
        D="four"
        export E=five
        #Environment="F=six"
        LimitNOFILE=65536
        """);
    file("config/application.yml", "a: ${A}-${X:y}\nb: ${X}\nc: ${D:z}\nd: plain\n");
    WebDavFiles files = WebDavFiles.read(directory);
    assertEquals(
        List.of("A=one", "B=two", "C=three", "D=four", "E=five"),
        files.environment().stream().map(one -> one.key() + "=" + one.value()).toList());
    assertEquals(2, files.environment().get(1).line());
    assertEquals("one-y", application("a").value());
    assertTrue(application("b").open().isPresent());
    assertEquals("four", application("c").value());
    assertTrue(application("d").open().isEmpty());
    assertTrue(files.areas().getFirst().properties().get(1).open().isPresent());
  }
}
