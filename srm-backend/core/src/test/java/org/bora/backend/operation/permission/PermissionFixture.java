package org.bora.backend.operation.permission;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.directory.Permission;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.AclChanges;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.AreaAcls.AreaAcl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.request.NameUse;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;

/**
 * The permission functions over one area, {@code /vo}, whose files belong to the account that runs
 * the test. Alice is mapped to it, Bob and Carol to accounts of their own; members of vo read and
 * write, anybody lists.
 */
final class PermissionFixture implements AutoCloseable {
  static final String ALICE = "/CN=alice";
  static final String BOB = "/CN=bob";
  static final int BOBS = 40001;
  static final int CAROLS = 40002;
  static final int PHYSICS = 40003;

  final AreaTree tree;
  final Backend operations;
  private final Path dir;
  private final Map<String, Owner> owners = new HashMap<>();

  PermissionFixture(Path dir, NameUse names, AclMode mode) throws IOException {
    this.dir = dir;
    tree = new PosixDriver().open(dir);
    ProcessRights process = ProcessRights.ofThisProcess();
    owners.put(ALICE, new Owner(process.uid(), process.gid()));
    owners.put(BOB, new Owner(BOBS, BOBS));
    owners.put("/O=admin", new Owner(CAROLS, CAROLS));
    owners.put("/vo/physics", new Owner(50000, PHYSICS));
    NamedAccounts accounts =
        new NamedAccounts()
            .with("alice", process.uid())
            .with("bob", BOBS)
            .with("carol", CAROLS)
            .with("physics", PHYSICS);
    Entrance entrance =
        new Entrance(
            new SurlLocator(new LocateSettings(List.of("h")), List.of(AreaTrees.area("/vo", tree))),
            WrittenRules.of(
                "/vo",
                "allow read, write, create, list to vo vo",
                "allow list to dn /CN=*",
                "allow write, admin to dn /O=admin"));
    Mapping mapping = this::map;
    AreaAcls acls = new AreaAcls(Map.of("vo", new AreaAcl(mode, Optional.empty())));
    operations =
        PermissionOperations.of(
            new SetPermission(entrance, names, accounts, mapping, AclChanges.direct()),
            new GetPermission(entrance, accounts),
            new CheckPermission(entrance, mapping, new AccountRights(accounts, process), acls));
  }

  private Mapping.Mapped map(Caller caller) {
    return Stream.concat(Stream.of(caller.dn()), caller.fqans().stream().map(Fqan::group))
        .map(owners::get)
        .filter(owner -> owner != null)
        .findFirst()
        .<Mapping.Mapped>map(
            owner -> new Mapping.Mapped.To(owner, owner.uid() == BOBS ? "bob" : "alice"))
        .orElseGet(() -> new Mapping.Mapped.Refused("nobody knows " + caller.dn()));
  }

  /** From now on everybody is mapped to the account of the process, as without privilege. */
  void withoutPrivilege() {
    owners.replaceAll((name, owner) -> Owner.PROCESS);
  }

  void needsAcls() throws IOException {
    assumeTrue(tree.keepsAcls(), "the temporary directory has no access control lists");
  }

  Path file(String name, String mode) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.setPosixFilePermissions(
        Files.writeString(file, "x"), PosixFilePermissions.fromString(mode));
  }

  String mode(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve(name)));
  }

  AreaPath path(String name) {
    return AreaPath.parse(name);
  }

  static Call call(String dn, String... fqans) {
    return new Call(
        new Caller(dn, "/CN=CA", Stream.of(fqans).map(Fqan::parse).toList(), "::1"),
        Instant.MAX,
        "trace");
  }

  static Permission entry(String name, PermissionMode mode) {
    return new Permission(name, mode);
  }

  ReturnStatus set(Call call, String name, SetPermissionRequest request) {
    return operations
        .call(
            Catalogue.SET_PERMISSION,
            call,
            new SetPermissionRequest(
                new Surl("srm://h/vo/" + name),
                request.type(),
                request.owner(),
                request.other(),
                request.users(),
                request.groups()))
        .status();
  }

  /** A request that names no file yet. */
  static SetPermissionRequest wanted(
      PermissionType type,
      PermissionMode owner,
      PermissionMode other,
      List<Permission> users,
      List<Permission> groups) {
    return new SetPermissionRequest(
        new Surl(""), type, Optional.ofNullable(owner), Optional.ofNullable(other), users, groups);
  }

  FilePermissions get(String name) {
    return operations
        .call(
            Catalogue.GET_PERMISSION,
            call(ALICE, "/vo"),
            new SurlsRequest(List.of(new Surl("srm://h/vo/" + name))))
        .files()
        .getFirst()
        .permissions()
        .orElseThrow();
  }

  SrmStatus getStatus(Call call, String sfn) {
    return operations
        .call(Catalogue.GET_PERMISSION, call, new SurlsRequest(List.of(new Surl("srm://h" + sfn))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  EffectiveRight check(Call call, String sfn) {
    return operations
        .call(
            Catalogue.CHECK_PERMISSION, call, new SurlsRequest(List.of(new Surl("srm://h" + sfn))))
        .files()
        .getFirst();
  }

  @Override
  public void close() {
    tree.close();
  }
}
