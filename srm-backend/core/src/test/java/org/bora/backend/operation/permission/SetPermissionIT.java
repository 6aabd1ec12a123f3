package org.bora.backend.operation.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.directory.Permission;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.access.AclChanges;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameEnd;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutPage;
import org.bora.backend.request.PutPosition;
import org.bora.backend.request.PutState;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetPermissionIT {

  private static final Call CALL =
      new Call(new Caller("/CN=m", "/CN=CA", List.of(), "::1"), Instant.MAX, "trace");

  @TempDir Path dir;
  private AreaTree tree;
  private SetPermission operation;

  /** Nothing is being written. */
  static final class Idle implements NameUse {
    @Override
    public Optional<ActivePut> putOn(Place place) {
      return Optional.empty();
    }

    @Override
    public List<ActivePut> putsOn(Collection<Place> places) {
      return List.of();
    }

    @Override
    public PutPage putsIn(Place directory, PutPosition after) {
      return new PutPage(List.of(), Optional.empty());
    }

    @Override
    public Optional<BusyName> writtenBelow(Place place) {
      return Optional.empty();
    }

    @Override
    public void endAbandoned(Place directory) {}

    @Override
    public boolean isWrittenBelow(Place place) {
      return false;
    }

    @Override
    public Map<UUID, PutState> putsOf(Collection<UUID> uploads) {
      return Map.of();
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public boolean isHeld(NameClaim.Taken taken) {
      throw new AssertionError("nothing is renamed here");
    }

    @Override
    public NameEnd removed(Place place, Optional<UUID> file, Instant looked) {
      return new NameEnd(false, Optional.empty());
    }

    @Override
    public void emptied(Place directory) {}

    @Override
    public NameEnd abandoned(Place place, Instant looked) {
      return new NameEnd(false, Optional.empty());
    }

    @Override
    public NameClaim claim(Place from, Place to, boolean directory, Caller caller) {
      throw new AssertionError("nothing is renamed here");
    }

    @Override
    public NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed) {
      throw new AssertionError("nothing is renamed here");
    }

    @Override
    public void giveUp(Place from, Place to, NameClaim.Taken taken) {
      throw new AssertionError("nothing is renamed here");
    }

    @Override
    public boolean isMoved(Place from, Place to, Caller caller) {
      throw new AssertionError("nothing is renamed here");
    }
  }

  @BeforeEach
  void makesAFile() throws IOException {
    tree = new PosixDriver().open(dir);
    Files.setPosixFilePermissions(
        Files.writeString(dir.resolve("f"), "x"), PosixFilePermissions.fromString("rwxr-xr--"));
    Entrance entrance =
        new Entrance(
            new SurlLocator(new LocateSettings(List.of("h")), List.of(AreaTrees.area("/vo", tree))),
            WrittenRules.of("/vo", "allow write to anyone"));
    operation =
        new SetPermission(
            entrance,
            new Idle(),
            new NamedAccounts(),
            new ProcessMapping("bora"),
            AclChanges.direct());
  }

  @AfterEach
  void closesTheArea() {
    tree.close();
  }

  private SrmStatus set(
      String sfn,
      PermissionType type,
      PermissionMode owner,
      PermissionMode other,
      Permission... groups) {
    return operation
        .setPermission(
            CALL,
            new SetPermissionRequest(
                new Surl("srm://h" + sfn),
                type,
                Optional.ofNullable(owner),
                Optional.ofNullable(other),
                List.of(),
                List.of(groups)))
        .status()
        .code();
  }

  private String mode() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("f")));
  }

  @Test
  void whatIsGivenChangesAndTheRestStays() throws IOException {
    assertEquals(
        SrmStatus.SUCCESS,
        set("/vo/f", PermissionType.CHANGE, PermissionMode.RW, PermissionMode.NONE));
    assertEquals("rw-r-x---", mode());
    assertEquals(SrmStatus.SUCCESS, set("/vo/f", PermissionType.CHANGE, null, PermissionMode.R));
    assertEquals("rw-r-xr--", mode());
    assertEquals(
        SrmStatus.SUCCESS,
        set("/vo/f", PermissionType.CHANGE, null, null, new Permission("-", PermissionMode.W)));
    assertEquals("rw--w-r--", mode());
    assertEquals(SrmStatus.SUCCESS, set("/vo/f", PermissionType.CHANGE, null, null));
    assertEquals("rw--w-r--", mode());
  }

  @Test
  void aGroupThatNobodyKnowsIsRefused() throws IOException {
    Permission stranger = new Permission("no-such-group", PermissionMode.RWX);

    assertEquals(
        SrmStatus.INVALID_REQUEST, set("/vo/f", PermissionType.CHANGE, null, null, stranger));
    assertEquals("rwxr-xr--", mode());
  }

  @Test
  void rootsAndMissingNamesAreRefused() {
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        set("/vo", PermissionType.CHANGE, PermissionMode.NONE, null));
    assertEquals(
        SrmStatus.INVALID_PATH, set("/vo/none", PermissionType.CHANGE, PermissionMode.RW, null));
  }
}
