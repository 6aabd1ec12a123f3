package org.bora.server.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds an LDIF against what GLUE 2.0 asks of the classes that Bora writes: {@code !} marks what
 * must be there, {@code *} what may be there more than once.
 */
public final class Glue2Check {
  private static final String BASE = "GLUE2GroupID=resource,o=glue";

  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry(
              "", "objectClass!* EntityName EntityCreationTime EntityValidity EntityOtherInfo*"),
          Map.entry(
              "Service",
              "ServiceID! ServiceType! ServiceQualityLevel! ServiceAdminDomainForeignKey!"
                  + " ServiceCapability* ServiceComplexity"),
          Map.entry("StorageService", ""),
          Map.entry("Location", "LocationID! LocationCountry LocationServiceForeignKey"),
          Map.entry(
              "Endpoint",
              "EndpointID! EndpointURL! EndpointInterfaceName! EndpointQualityLevel!"
                  + " EndpointHealthState! EndpointServingState! EndpointServiceForeignKey!"
                  + " EndpointCapability* EndpointTechnology EndpointInterfaceVersion"
                  + " EndpointImplementationName EndpointImplementationVersion"),
          Map.entry("StorageEndpoint", "StorageEndpointStorageServiceForeignKey"),
          Map.entry(
              "Share",
              "ShareID! ShareServiceForeignKey! ShareDescription ShareEndpointForeignKey*"
                  + " ShareResourceForeignKey*"),
          Map.entry(
              "StorageShare",
              "StorageShareServingState! StorageShareSharingID! StorageShareAccessLatency!"
                  + " StorageSharePath StorageShareRetentionPolicy* StorageShareExpirationMode"
                  + " StorageShareTag StorageShareStorageEndpointForeignKey*"
                  + " StorageShareDataStoreForeignKey* StorageShareStorageServiceForeignKey"),
          Map.entry("StorageServiceCapacity", capacity("StorageService")),
          Map.entry("StorageShareCapacity", capacity("StorageShare")),
          Map.entry(
              "StorageAccessProtocol",
              "StorageAccessProtocolID! StorageAccessProtocolType! StorageAccessProtocolVersion!"
                  + " StorageAccessProtocolStorageServiceForeignKey!"),
          Map.entry(
              "Manager",
              "ManagerID! ManagerProductName! ManagerServiceForeignKey! ManagerProductVersion"),
          Map.entry("StorageManager", "StorageManagerStorageServiceForeignKey"),
          Map.entry("Resource", "ResourceID! ResourceManagerForeignKey!"),
          Map.entry(
              "DataStore",
              "DataStoreType! DataStoreLatency! DataStoreTotalSize DataStoreFreeSize"
                  + " DataStoreUsedSize DataStoreStorageManagerForeignKey"),
          Map.entry("Policy", "PolicyID! PolicyScheme! PolicyRule!* PolicyUserDomainForeignKey*"),
          Map.entry("AccessPolicy", "AccessPolicyEndpointForeignKey!"),
          Map.entry("MappingPolicy", "MappingPolicyShareForeignKey!"));

  private static final Map<String, Set<String>> WORDS =
      Map.of(
          "QualityLevel", Set.of("development", "testing", "pre-production", "production"),
          "ServingState", Set.of("production", "closed", "draining", "queueing"),
          "HealthState", Set.of("ok", "critical", "warning", "unknown", "other"),
          "Latency", Set.of("online", "nearline", "offline"),
          "RetentionPolicy", Set.of("custodial", "output", "replica"),
          "ExpirationMode", Set.of("neverexpire", "releasewhenexpired", "warnwhenexpired"),
          "CapacityType", Set.of("online", "nearline", "offline", "cache"),
          "DataStoreType", Set.of("disk", "tape", "optical"),
          "PolicyScheme", Set.of("org.glite.standard"));

  private final List<String> faults = new ArrayList<>();
  private final Map<String, Map<String, List<String>>> entries = new LinkedHashMap<>();

  private Glue2Check() {}

  private static String capacity(String of) {
    return "%1$sCapacityID! %1$sCapacityType! %1$sCapacity%1$sForeignKey! %1$sCapacityTotalSize"
            .formatted(of)
        + " %1$sCapacityFreeSize %1$sCapacityUsedSize %1$sCapacityReservedSize".formatted(of);
  }

  /** One sentence for everything that does not hold. */
  public static List<String> faults(List<String> ldif) {
    Glue2Check check = new Glue2Check();
    check.entries.putAll(entries(ldif));
    check.entries.forEach(check::look);
    return check.faults;
  }

  /** The values of every attribute of every entry, in the order of the entries, by their names. */
  static Map<String, Map<String, List<String>>> entries(List<String> ldif) {
    Map<String, Map<String, List<String>>> entries = new LinkedHashMap<>();
    Map<String, List<String>> entry = Map.of();
    for (String line : ldif) {
      int colon = line.indexOf(": ");
      if (line.startsWith("dn: ")) {
        entry = new TreeMap<>();
        if (entries.put(line.substring(4), entry) != null) {
          throw new AssertionError(line + " stands there twice");
        }
      } else if (!line.isEmpty()) {
        entry
            .computeIfAbsent(line.substring(0, colon), none -> new ArrayList<>())
            .add(line.substring(colon + 2));
      }
    }
    return entries;
  }

  private void look(String dn, Map<String, List<String>> entry) {
    int comma = dn.indexOf(',');
    String above = dn.substring(comma + 1);
    expect(above.equals(BASE) || entries.containsKey(above), dn, "hangs in the air");
    String[] own = dn.substring(0, comma).split("=", 2);
    expect(entry.getOrDefault(own[0], List.of()).equals(List.of(own[1])), dn, "is not its name");
    Set<String> known = new TreeSet<>();
    rules("", dn, entry, known);
    for (String kind : entry.getOrDefault("objectClass", List.of())) {
      String name = kind.substring("GLUE2".length());
      expect(CLASSES.containsKey(name), dn, "is a " + kind);
      rules(name, dn, entry, known);
    }
    entry.forEach((attribute, values) -> values(dn, attribute, values, known));
  }

  private void rules(String kind, String dn, Map<String, List<String>> entry, Set<String> known) {
    for (String rule : CLASSES.getOrDefault(kind, "").split(" ", -1)) {
      if (rule.isEmpty()) {
        continue;
      }
      String bare = rule.replaceAll("[!*]", "");
      String attribute = bare.equals("objectClass") ? bare : "GLUE2" + bare;
      known.add(attribute);
      int count = entry.getOrDefault(attribute, List.of()).size();
      expect(count > 0 || rule.indexOf('!') < 0, dn, "lacks " + attribute);
      expect(count < 2 || rule.indexOf('*') >= 0, dn, "has more than one " + attribute);
    }
  }

  private void values(String dn, String attribute, List<String> values, Set<String> known) {
    expect(known.contains(attribute), dn, "must not have " + attribute);
    for (String value : values) {
      WORDS.forEach(
          (ending, words) ->
              expect(
                  !attribute.endsWith(ending) || words.contains(value),
                  dn,
                  attribute + " " + value));
      if (attribute.endsWith("Size") || attribute.endsWith("Validity")) {
        expect(value.matches("[0-9]+"), dn, attribute + " " + value);
      }
      if (attribute.endsWith("ForeignKey") && !attribute.contains("Domain")) {
        expect(
            entries.keySet().stream().anyMatch(name -> name.contains("=" + value + ",")),
            dn,
            attribute + " leads nowhere: " + value);
      }
    }
  }

  private void expect(boolean holds, String dn, String otherwise) {
    if (!holds) {
      faults.add(dn + ": " + otherwise);
    }
  }
}
