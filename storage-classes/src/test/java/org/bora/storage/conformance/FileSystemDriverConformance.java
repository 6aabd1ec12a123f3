package org.bora.storage.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.function.Executable;

/**
 * What every filesystem driver keeps. A driver's test extends this and says which driver, and in
 * which directory; the parts are nested classes, one per promise of {@link AreaTree}.
 */
public abstract class FileSystemDriverConformance {
  /** What is written on every file of the suite that has no other. */
  public static final FileLabel LABEL = new FileLabel("v1 some=thing");

  /** As areas are opened at a site. */
  static final TreeSettings SEALED =
      TreeSettings.defaults().sealedBy(new SealKeys(List.of(new byte[SealKeys.BYTES])));

  protected Scratch scratch;
  protected AreaTree tree;

  protected abstract FileSystemDriver driver();

  /** An existing directory on the filesystem under test. */
  protected Path directory() throws IOException {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** How much the quota of that directory leaves; empty where it has none. */
  protected OptionalLong quotaBytes() {
    return OptionalLong.empty();
  }

  /** By what the long loops of the suite are shortened, where a name costs milliseconds. */
  protected int slowness() {
    return 1;
  }

  /** Whether two files can take each other's name in one step; see docs/adr/0016 for the others. */
  protected boolean exchanges() {
    return true;
  }

  @BeforeEach
  void openArea() throws IOException {
    scratch = Scratch.in(directory());
    tree = driver().open(scratch.area(), SEALED);
  }

  @AfterEach
  void closeArea() throws IOException {
    try {
      tree.close();
    } finally {
      scratch.close();
    }
  }

  @Nested
  class Names extends NamesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Escapes extends EscapesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Entries extends EntriesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Listings extends ListingsPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Acls extends AclPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Uploads extends UploadsPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Residence extends ResidencePart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class ResidenceCrashes extends ResidenceCrashesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class ResidenceRaces extends ResidenceRacesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Space extends SpacePart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  @Nested
  class Crashes extends CrashesPart {
    @Override
    FileSystemDriverConformance area() {
      return FileSystemDriverConformance.this;
    }
  }

  static AreaPath path(String text) {
    return AreaPath.parse(text);
  }

  static void assertRefused(Reason reason, Executable call) {
    StorageException refusal = Assertions.assertThrows(StorageException.class, call);
    Assertions.assertEquals(reason, refusal.reason(), refusal::getMessage);
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(scratch.area().resolve(name), content);
  }

  Upload upload(String target) {
    return new Upload(path(target), UUID.randomUUID());
  }

  /** An upload with this content, neither sealed nor published. */
  Upload begun(String target, String content) throws IOException {
    Upload upload = upload(target);
    tree.beginUpload(upload, Owner.PROCESS, 0644);
    Files.writeString(Path.of(tree.uploadPath(upload)), content);
    return upload;
  }

  /** A file that went through the whole life of an upload. */
  Upload put(String target, String content, boolean replace) throws IOException {
    Upload upload = begun(target, content);
    tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    tree.publishUpload(upload, replace);
    return upload;
  }

  List<String> list(String directory) throws StorageException {
    List<String> names = new ArrayList<>();
    try (Listing listing = tree.list(path(directory))) {
      for (Optional<String> name = listing.next(); name.isPresent(); name = listing.next()) {
        names.add(name.get());
      }
    }
    return names;
  }
}
