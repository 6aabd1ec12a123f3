package org.bora.server.publish;

import java.util.List;
import org.bora.server.publish.Glue2Entries.Allowed;
import org.bora.server.publish.StorageService.Amounts;
import org.bora.server.publish.StorageService.Endpoint;
import org.bora.server.publish.StorageService.Protocol;

/**
 * A service as entries of GLUE 2.0 (GFD.147) in their LDAP rendering (GFD.218), below {@code
 * GLUE2GroupID=resource,o=glue}, which the resource BDII makes. Sizes are gigabytes of 10^9 bytes.
 */
public final class Glue2Ldif {
  /** Of the registered types of services, what Bora is. */
  private static final String SERVICE_TYPE = "SRM";

  private final StorageService service;
  private final Glue2Entries entries;

  private Glue2Ldif(StorageService service) {
    this.service = service;
    this.entries = new Glue2Entries(service);
  }

  /** The lines of the LDIF; parents come before children. */
  public static List<String> lines(StorageService service) {
    return new Glue2Ldif(service).all();
  }

  private List<String> all() {
    service();
    service.country().ifPresent(this::location);
    capacity("online", service.online());
    service.nearline().ifPresent(tape -> capacity("nearline", tape));
    service.endpoints().forEach(this::endpoint);
    if (has(Protocol.GRIDFTP)) {
      accessProtocol("gsiftp", Protocol.GRIDFTP.version());
    }
    if (has(Protocol.WEBDAV)) {
      accessProtocol("https", "1.1");
    }
    manager();
    Glue2Shares shares =
        new Glue2Shares(entries, service.endpoints().stream().map(this::endpointId).toList());
    service.shares().forEach(shares::write);
    return entries.lines();
  }

  private void service() {
    long protocols = service.endpoints().stream().map(Endpoint::protocol).distinct().count();
    entries
        .serviceEntry("GLUE2Service", "GLUE2StorageService")
        .with("GLUE2EntityName", service.id())
        .with("GLUE2ServiceType", SERVICE_TYPE)
        .with("GLUE2ServiceQualityLevel", service.quality().word())
        .with("GLUE2ServiceCapability", Capabilities.of(service).stream())
        .with(
            "GLUE2ServiceComplexity",
            "endpointType=%d, share=%d, resource=%d"
                .formatted(
                    protocols, service.shares().size(), service.nearline().isPresent() ? 2 : 1))
        .with("GLUE2ServiceAdminDomainForeignKey", service.site());
  }

  private void location(String country) {
    entries
        .entry("GLUE2LocationID", entries.id("location"), entries.name(), "GLUE2Location")
        .with("GLUE2LocationCountry", country)
        .with("GLUE2LocationServiceForeignKey", entries.id());
  }

  private void capacity(String type, Amounts amounts) {
    Ldif.Entry entry =
        entries
            .entry(
                "GLUE2StorageServiceCapacityID",
                entries.id("capacity", type),
                entries.name(),
                "GLUE2StorageServiceCapacity")
            .with("GLUE2StorageServiceCapacityType", type)
            .with("GLUE2StorageServiceCapacityStorageServiceForeignKey", entries.id());
    Glue2Entries.sizes(entry, "GLUE2StorageServiceCapacity", amounts);
  }

  private String endpointId(Endpoint endpoint) {
    return entries.id("endpoint", endpoint.name());
  }

  private void endpoint(Endpoint endpoint) {
    String id = endpointId(endpoint);
    Protocol protocol = endpoint.protocol();
    boolean healthy = endpoint.trouble().isEmpty();
    entries
        .entry("GLUE2EndpointID", id, entries.name(), "GLUE2Endpoint", "GLUE2StorageEndpoint")
        .with("GLUE2EntityName", endpoint.name())
        .with("GLUE2EndpointURL", endpoint.url())
        .with("GLUE2EndpointCapability", Capabilities.of(endpoint).stream())
        .with("GLUE2EndpointTechnology", protocol == Protocol.SRM ? "webservice" : "")
        .with("GLUE2EndpointInterfaceName", protocol.glue())
        .with("GLUE2EndpointInterfaceVersion", protocol.version())
        .with(
            "GLUE2EndpointImplementationName",
            protocol.ofBora() ? StorageService.IMPLEMENTATION : "")
        .with("GLUE2EndpointImplementationVersion", protocol.ofBora() ? service.version() : "")
        .with("GLUE2EndpointQualityLevel", service.quality().word())
        .with("GLUE2EndpointHealthState", healthy ? "ok" : "critical")
        .with("GLUE2EndpointServingState", healthy ? "production" : "closed")
        .with("GLUE2EndpointServiceForeignKey", entries.id())
        .with("GLUE2StorageEndpointStorageServiceForeignKey", entries.id());
    entries.policy(
        "GLUE2AccessPolicy",
        entries.id("endpoint", endpoint.name(), "access"),
        id,
        "GLUE2EndpointID=" + id + "," + entries.name(),
        new Allowed(service.vos(), service.shares().stream().anyMatch(Share::anyone)));
  }

  private boolean has(Protocol protocol) {
    return service.endpoints().stream().anyMatch(each -> each.protocol() == protocol);
  }

  private void accessProtocol(String name, String version) {
    entries
        .entry(
            "GLUE2StorageAccessProtocolID",
            entries.id("protocol", name),
            entries.name(),
            "GLUE2StorageAccessProtocol")
        .with("GLUE2StorageAccessProtocolType", name)
        .with("GLUE2StorageAccessProtocolVersion", version)
        .with("GLUE2StorageAccessProtocolStorageServiceForeignKey", entries.id());
  }

  private void manager() {
    String id = entries.id("manager");
    entries
        .entry("GLUE2ManagerID", id, entries.name(), "GLUE2Manager", "GLUE2StorageManager")
        .with("GLUE2ManagerProductName", StorageService.IMPLEMENTATION)
        .with("GLUE2ManagerProductVersion", service.version())
        .with("GLUE2ManagerServiceForeignKey", entries.id())
        .with("GLUE2StorageManagerStorageServiceForeignKey", entries.id());
    store(id, "disk", "online", service.online());
    service.nearline().ifPresent(tape -> store(id, "tape", "nearline", tape));
  }

  private void store(String manager, String type, String latency, Amounts amounts) {
    entries
        .entry(
            "GLUE2ResourceID",
            Glue2Shares.storeId(entries, type),
            "GLUE2ManagerID=" + manager + "," + entries.name(),
            "GLUE2Resource",
            "GLUE2DataStore")
        .with("GLUE2DataStoreType", type)
        .with("GLUE2DataStoreLatency", latency)
        .with("GLUE2DataStoreTotalSize", Glue2Entries.gigabytes(amounts.total()))
        .with("GLUE2DataStoreFreeSize", Glue2Entries.gigabytes(amounts.free()))
        .with("GLUE2DataStoreUsedSize", Glue2Entries.gigabytes(amounts.used()))
        .with("GLUE2ResourceManagerForeignKey", manager)
        .with("GLUE2DataStoreStorageManagerForeignKey", manager);
  }
}
