package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * docs/operate/configuration.md says of every key what the program does, and of no other; so does
 * what editors read. What they should be is in target/.
 */
class ConfigurationReferenceTest {
  private static final Path METADATA =
      Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

  @Test
  void everyKeyIsDocumentedAndNoOther() throws IOException {
    assertEquals(List.of(), new ConfigurationPages().strange());
  }

  @Test
  void defaultsAndBoundsOfThePageAreThoseOfTheRecords() throws IOException {
    String generated = new ConfigurationPages().reference();
    Files.writeString(Path.of("target/configuration.md"), generated);
    assertEquals(generated, Files.readString(ConfigurationPages.REFERENCE));
  }

  @Test
  void eachMeaningIsUnderstoodWithoutItsNeighbour() throws IOException {
    assertEquals(List.of(), new ConfigurationPages().leaning());
  }

  @Test
  void editorsReadTheSame() throws IOException {
    String generated = new ConfigurationPages().metadata();
    Files.writeString(Path.of("target/spring-configuration-metadata.json"), generated);
    assertEquals(generated, Files.readString(METADATA));
  }
}
