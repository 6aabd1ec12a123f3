package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.AclChanges;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.operation.directory.DirectoryOperations;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.LsInOrder;
import org.bora.backend.operation.directory.Mkdir;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.operation.directory.StatusOfLs;
import org.bora.backend.operation.permission.CheckPermission;
import org.bora.backend.operation.permission.GetPermission;
import org.bora.backend.operation.permission.PermissionOperations;
import org.bora.backend.operation.permission.SetPermission;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.account.ProcessRights;

/** A small site with the operations that most tests of requests need not. */
public final class MeasuredSite {
  final SmallSite site;

  /** The directory functions. */
  public final Backend directory;

  final Backend permissions;
  final Backend spaces;

  public MeasuredSite(SmallSite site) {
    this.site = site;
    this.directory = directory(site);
    this.permissions = permissions(site);
    this.spaces = site.spaces.functions();
  }

  private static Backend directory(SmallSite site) {
    DirectorySettings sizes = DirectorySettings.defaults();
    Lister lister =
        new Lister(
            site.entrance, site.names, new NamedAccounts(), sizes, site.time, Clock.systemUTC());
    LongListings listings =
        new LongListings(
            lister, site.listings, ListingSettings.defaults(), site.time, Runnable::run);
    Mapping mapping = new ProcessMapping("bora");
    return DirectoryOperations.of(
        new Ls(lister, listings, sizes, site.time),
        new StatusOfLs(site.listings, listings),
        new LsInOrder(site.entrance, sizes, site.time, Clock.systemUTC()),
        new Mkdir(site.entrance, mapping, site.names, AreaAcls.none(), sizes),
        new Rmdir(site.entrance, site.names, sizes, site.time),
        new Rm(site.entrance, site.names, sizes),
        new Mv(site.entrance, site.names, TurlAccess.none()));
  }

  private static Backend permissions(SmallSite site) {
    NamedAccounts accounts = new NamedAccounts();
    Mapping mapping = new ProcessMapping("bora");
    AccountRights rights = new AccountRights(accounts, ProcessRights.ofThisProcess());
    return PermissionOperations.of(
        new SetPermission(site.entrance, site.names, accounts, mapping, AclChanges.direct()),
        new GetPermission(site.entrance, accounts),
        new CheckPermission(site.entrance, mapping, rights, new AreaAcls(Map.of())));
  }

  Call call() {
    return site.call(ALICE);
  }

  void ls(String name, int levels) {
    directory.call(
        Catalogue.LS,
        call(),
        new LsRequest(
            List.of(SmallSite.surl(name)),
            true,
            false,
            OptionalInt.of(levels),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty()));
  }

  void chmod(String name) {
    permissions.call(
        Catalogue.SET_PERMISSION,
        call(),
        new SetPermissionRequest(
            SmallSite.surl(name),
            PermissionType.CHANGE,
            Optional.of(PermissionMode.RW),
            Optional.empty(),
            List.of(),
            List.of()));
  }
}
