package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.Permission;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.Reply;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

/** Against an engine whose empty directories another caller removes. */
class ParentsTest {
  private static final ReturnStatus GONE = ReturnStatus.of(SrmStatus.INVALID_PATH, "gone");
  private static final Name UPLOAD = new Name("/area/a/b/upload", true);

  private final Set<String> directories = new HashSet<>(Set.of("/area"));

  /** How often the directory above is removed before one is made in it. */
  private int removals;

  /** The one before which that happens. */
  private String disturbed = UPLOAD.path();

  private final class Engines implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      if (operation.equals(Catalogue.STAT)) {
        String path = path(((SurlsRequest) question).surls().getFirst());
        boolean there = directories.contains(path);
        var entry =
            new StatReply.Entry(
                path,
                there ? ReturnStatus.success() : GONE,
                there ? Optional.of(directory()) : Optional.empty());
        return operation.answer().cast(new StatReply(ReturnStatus.success(), List.of(entry)));
      }
      return operation.answer().cast(new StatusReply(make(path(((MkdirRequest) question).surl()))));
    }

    private ReturnStatus make(String path) {
      String above = path.substring(0, path.lastIndexOf('/'));
      if (path.equals(disturbed) && removals > 0) {
        removals--;
        directories.remove(above);
      }
      if (!directories.contains(above)) {
        return GONE;
      }
      return directories.add(path)
          ? ReturnStatus.success()
          : ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "it is there");
    }

    private static String path(Surl surl) {
      return surl.text().replaceFirst(".*SFN=", "");
    }
  }

  private static Attributes directory() {
    return new Attributes(
        FileType.DIRECTORY,
        0,
        Instant.EPOCH,
        Instant.EPOCH,
        new Permission("", PermissionMode.RW),
        new Permission("", PermissionMode.NONE),
        PermissionMode.NONE,
        FileLocality.ONLINE,
        new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        FileStorageType.PERMANENT,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private void makeDirectory() throws Refused {
    Caller caller = new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1");
    Parents.makeDirectory(
        new Engine(new Engines(), () -> new Call(caller, Instant.MAX, "t"), "h"), UPLOAD);
  }

  @Test
  void aDirectoryThatAnotherCallerRemovesWhileAnUploadBeginsIsMadeAgain() throws Refused {
    removals = 3;
    makeDirectory();
    assertEquals(Set.of("/area", "/area/a", "/area/a/b", UPLOAD.path()), directories);
  }

  @Test
  void oneFurtherAboveThatIsRemovedIsMadeAgainToo() throws Refused {
    disturbed = "/area/a/b";
    removals = 3;
    makeDirectory();
    assertEquals(Set.of("/area", "/area/a", "/area/a/b", UPLOAD.path()), directories);
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
