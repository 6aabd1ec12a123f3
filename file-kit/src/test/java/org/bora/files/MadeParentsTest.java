package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.bora.api.Catalogue;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class MadeParentsTest {
  private final FakeEngine fake = new FakeEngine("/area");
  private final MadeParents made =
      new MadeParents(fake.engine(), new Name("/area/there/a/b/file", false));

  private void make() throws Refused {
    fake.directories.put("/area/there", "");
    made.make();
    assertEquals(4, fake.directories.size());
  }

  @Test
  void whatWasMadeGoesAgainAndNothingElse() throws Refused {
    make();
    made.takeBack();
    assertEquals(Map.of("/area", "", "/area/there", ""), fake.directories);
  }

  @Test
  void whatAnotherHasFilledStaysWithAllAbove() throws Refused {
    make();
    fake.files.add("/area/there/a/of-another");
    made.takeBack();
    assertEquals(Map.of("/area", "", "/area/there", "", "/area/there/a", ""), fake.directories);
  }

  @Test
  void whatAnotherHasRemovedIsPassedOver() throws Refused {
    make();
    fake.directories.remove("/area/there/a/b");
    made.takeBack();
    assertEquals(Map.of("/area", "", "/area/there", ""), fake.directories);
  }

  /** A client of S3 takes it for an object of its own. */
  @Test
  void whatAnotherHasPutMeanwhileStays() throws Refused {
    make();
    fake.directories.put("/area/there/a/b", "t=a%3D1");
    made.takeBack();
    assertEquals("t=a%3D1", fake.directories.get("/area/there/a/b"));
    fake.directories.put("/area/there/a/b", "");
    make();
    fake.other =
        (operation, path) -> {
          if (operation.equals(Catalogue.RMDIR)) {
            fake.directories.put(path, "t=a%3D1");
          }
        };
    made.takeBack();
    assertEquals(4, fake.directories.size());
  }

  @Test
  void whatAnotherHasMadeMeanwhileIsNotTakenBack() throws Refused {
    fake.other =
        (operation, path) -> {
          if (operation.equals(Catalogue.MKDIR)) {
            fake.directories.putIfAbsent(path, "");
          }
        };
    make();
    made.takeBack();
    assertEquals(4, fake.directories.size());
  }

  @Test
  void whatWasMadeBeforeARefusalGoesToo() {
    fake.directories.put("/area/there", "");
    fake.other =
        (operation, path) -> {
          if (operation.equals(Catalogue.MKDIR) && path.endsWith("/b")) {
            fake.directories.remove("/area/there/a");
          }
        };
    assertThrows(Refused.class, made::make);
    fake.directories.put("/area/there/a", "");
    made.takeBack();
    assertEquals(Map.of("/area", "", "/area/there", ""), fake.directories);
  }
}
