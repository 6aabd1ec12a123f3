package org.bora.server.publish;

import static org.bora.server.publish.Glue2Entries.word;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.word.FileStorageType;
import org.bora.server.publish.Glue2Entries.Allowed;
import org.bora.server.publish.StorageService.Amounts;

/** The shares of a service in GLUE 2.0, with their capacities and who may use them. */
final class Glue2Shares {
  private final Glue2Entries entries;

  /** Identifiers of the endpoints that all shares are reached by. */
  private final List<String> endpoints;

  Glue2Shares(Glue2Entries entries, List<String> endpoints) {
    this.entries = entries;
    this.endpoints = List.copyOf(endpoints);
  }

  /** The identifier of the storage behind shares: that of disks, or of tapes. */
  static String storeId(Glue2Entries entries, String type) {
    return entries.id("store", type);
  }

  void write(Share share) {
    String id = entries.id("share", share.id());
    String name = "GLUE2ShareID=" + id + "," + entries.name();
    Ldif.Entry entry =
        entries.entry("GLUE2ShareID", id, entries.name(), "GLUE2Share", "GLUE2StorageShare");
    describe(entry, share);
    tie(entry, share);
    String disk = share.storageClass().leavesDisk() ? "cache" : "online";
    capacity(share, disk, share.disk(), name);
    capacity(share, "nearline", share.tape(), name);
    entries.policy(
        "GLUE2MappingPolicy",
        entries.id("share", share.id(), "mapping"),
        id,
        name,
        new Allowed(share.vos(), share.anyone()));
  }

  private void describe(Ldif.Entry entry, Share share) {
    entry
        .with("GLUE2EntityName", share.name())
        .with("GLUE2ShareDescription", share.message())
        .with("GLUE2StorageShareServingState", share.isOpen() ? "production" : "closed")
        .with("GLUE2StorageSharePath", share.paths().getFirst())
        .with(
            "GLUE2StorageShareSharingID",
            share.dedicated() ? "dedicated" : entries.id(share.extent()))
        .with(
            "GLUE2StorageShareAccessLatency",
            word(share.storageClass().retention().latency().orElseThrow()))
        .with("GLUE2StorageShareRetentionPolicy", word(share.storageClass().retention().policy()))
        .with("GLUE2StorageShareExpirationMode", expiration(share))
        .with("GLUE2StorageShareTag", share.name());
  }

  /** The schema has room for one: that of files whose writers ask for nothing. */
  private static String expiration(Share share) {
    FileStorageType lasting = share.lives().stream().max(Comparator.naturalOrder()).orElseThrow();
    return switch (lasting) {
      case VOLATILE -> "releasewhenexpired";
      case DURABLE -> "warnwhenexpired";
      case PERMANENT -> "neverexpire";
    };
  }

  private void tie(Ldif.Entry entry, Share share) {
    List<String> stores =
        (share.tape().isPresent() ? Stream.of("disk", "tape") : Stream.of("disk"))
            .map(type -> storeId(entries, type))
            .toList();
    entry
        .with("GLUE2ShareServiceForeignKey", entries.id())
        .with("GLUE2StorageShareStorageServiceForeignKey", entries.id())
        .with("GLUE2ShareEndpointForeignKey", endpoints.stream())
        .with("GLUE2StorageShareStorageEndpointForeignKey", endpoints.stream())
        .with("GLUE2ShareResourceForeignKey", stores.stream())
        .with("GLUE2StorageShareDataStoreForeignKey", stores.stream());
  }

  private void capacity(Share share, String type, Optional<Amounts> amounts, String above) {
    if (amounts.isPresent()) {
      Ldif.Entry entry =
          entries
              .entry(
                  "GLUE2StorageShareCapacityID",
                  entries.id("share", share.id(), "capacity", type),
                  above,
                  "GLUE2StorageShareCapacity")
              .with("GLUE2StorageShareCapacityType", type)
              .with(
                  "GLUE2StorageShareCapacityStorageShareForeignKey",
                  entries.id("share", share.id()));
      Glue2Entries.sizes(entry, "GLUE2StorageShareCapacity", amounts.get());
    }
  }
}
