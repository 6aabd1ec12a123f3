package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.audit.AuditSettings;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.stage.migration.MigrationSettings;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.backend.stage.scrub.ScrubSettings;
import org.bora.backend.sweep.SweepSettings;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.gridftp.door.WatchSettings;
import org.bora.server.config.ConfigurationFile.Outcome;
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

  /** The records say the defaults once more than the features: they must be the same. */
  @Test
  void defaultsAreThoseOfTheFeatures() {
    Configuration preset =
        ((Outcome.Valid) ConfigurationFile.parse(Path.of("/etc/bora/bora.yaml"), ""))
            .configuration();
    BackendSettings backend = preset.backend();
    assertEquals(SweepSettings.defaults(), backend.sweep());
    assertEquals(BulkheadSettings.defaults(), backend.storage());
    assertEquals(MappingSettings.defaults(), backend.mapping());
    assertEquals(RequestSettings.defaults(), backend.requests());
    assertEquals(DirectorySettings.defaults(), backend.directories().functions());
    assertEquals(ListingSettings.defaults(), backend.directories().listings());
    assertEquals(CopyLimits.defaults(), backend.copies());
    assertEquals(WatchSettings.defaults(), backend.doors().watch());
    assertEquals(MigrationSettings.defaults(), backend.tape().migration());
    assertEquals(RecallSettings.defaults(), backend.tape().recall());
    assertEquals(ScrubSettings.defaults(), backend.tape().scrub());
    assertEquals(AuditSettings.defaults(), preset.audit());
    assertEquals(AdmissionSettings.defaults(), preset.frontend().admission());
    assertEquals(TrustSettings.defaults(), preset.frontend().trust());
  }
}
