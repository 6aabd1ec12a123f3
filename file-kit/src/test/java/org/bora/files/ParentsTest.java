package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an engine whose empty directories another caller removes. */
class ParentsTest {
  private static final Name UPLOAD = new Name("/area/a/b/upload", true);
  private static final Set<String> ALL = Set.of("/area", "/area/a", "/area/a/b", UPLOAD.path());

  private final FakeEngine fake = new FakeEngine("/area");

  /** How often the directory above is removed before one is made in it. */
  private int removals;

  /** The one before which that happens. */
  private String disturbed = UPLOAD.path();

  @BeforeEach
  void anotherCallerComes() {
    fake.other = this::disturb;
  }

  private void disturb(Operation<?, ?> operation, String path) {
    if (operation.equals(Catalogue.MKDIR) && path.equals(disturbed) && removals > 0) {
      removals--;
      fake.directories.remove(path.substring(0, path.lastIndexOf('/')));
    }
  }

  private void makeDirectory() throws Refused {
    Parents.makeDirectory(fake.engine(), UPLOAD);
  }

  @Test
  void aDirectoryThatAnotherCallerRemovesWhileAnUploadBeginsIsMadeAgain() throws Refused {
    removals = 3;
    makeDirectory();
    assertEquals(ALL, fake.directories.keySet());
  }

  @Test
  void oneFurtherAboveThatIsRemovedIsMadeAgainToo() throws Refused {
    disturbed = "/area/a/b";
    removals = 3;
    makeDirectory();
    assertEquals(ALL, fake.directories.keySet());
  }

  @Test
  void directoriesThatComeAndGoAllTheTimeAreGivenUp() {
    removals = 1000;
    assertEquals(404, assertThrows(Refused.class, this::makeDirectory).status());
    assertEquals(995, removals);
  }

  @Test
  void aDirectoryThatIsThereIsRefused() throws Refused {
    makeDirectory();
    assertEquals(412, assertThrows(Refused.class, this::makeDirectory).status());
  }
}
