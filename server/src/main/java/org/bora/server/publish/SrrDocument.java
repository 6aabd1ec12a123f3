package org.bora.server.publish;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.server.publish.StorageService.Amounts;
import org.bora.server.publish.StorageService.Endpoint;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service as WLCG Storage Resource Reporting, version 4.2. Sizes are bytes, times seconds since
 * 1970. The format requires sizes, so a share with unknown sizes is omitted, and the message of the
 * service says so.
 */
public final class SrrDocument {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** As the WLCG calls storage elements without a special purpose. */
  private static final String SERVICE_TYPE = "org.wlcg.se";

  private static final String ALL = "all";

  private SrrDocument() {}

  /** The lines of the JSON document. */
  public static List<String> lines(StorageService service) {
    return MAPPER
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(Map.of("storageservice", service(service)))
        .lines()
        .toList();
  }

  private static Map<String, Object> service(StorageService service) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", service.site());
    json.put("id", service.id());
    json.put("servicetype", SERVICE_TYPE);
    json.put("implementation", StorageService.IMPLEMENTATION);
    json.put("implementationversion", service.version());
    json.put("capabilities", Capabilities.of(service));
    json.put("qualitylevel", service.quality().word());
    json.put("latestupdate", service.at().getEpochSecond());
    List<String> unknown =
        service.shares().stream().filter(share -> share.main().isEmpty()).map(Share::name).toList();
    if (!unknown.isEmpty()) {
      json.put(
          "message", "without shares whose sizes are not known: " + String.join(", ", unknown));
    }
    json.put("storagecapacity", capacity(service));
    json.put(
        "storageendpoints",
        service.endpoints().stream().map(each -> endpoint(each, service)).toList());
    json.put(
        "storageshares", service.shares().stream().flatMap(each -> share(each, service)).toList());
    return json;
  }

  private static Map<String, Object> capacity(StorageService service) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("online", amounts(service.online()));
    service.nearline().ifPresent(tape -> json.put("nearline", amounts(tape)));
    return json;
  }

  private static Map<String, Object> amounts(Amounts amounts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("totalsize", amounts.total());
    json.put("usedsize", amounts.used());
    json.put("reservedsize", amounts.reserved());
    return json;
  }

  private static Map<String, Object> endpoint(Endpoint endpoint, StorageService service) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", endpoint.name());
    json.put("id", service.id() + "/" + endpoint.name());
    json.put("endpointurl", endpoint.url());
    json.put("interfacetype", endpoint.protocol().srr());
    json.put("interfaceversion", endpoint.protocol().version());
    json.put("capabilities", Capabilities.of(endpoint));
    json.put("qualitylevel", service.quality().word());
    json.put("assignedshares", List.of(ALL));
    if (endpoint.trouble().isPresent()) {
      json.put("message", "gets no clients now: it did not pass its last checks");
    }
    return json;
  }

  private static Stream<Map<String, Object>> share(Share share, StorageService service) {
    return share.main().stream().map(amounts -> share(share, amounts, service));
  }

  private static Map<String, Object> share(Share share, Amounts amounts, StorageService service) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", share.name());
    json.put("id", service.id() + "/" + share.id());
    json.put("servingstate", share.isOpen() ? "open" : "closed");
    json.put("accesslatency", word(share.storageClass().retention().latency().orElseThrow()));
    json.put("retentionpolicy", word(share.storageClass().retention().policy()));
    json.put("timestamp", service.at().getEpochSecond());
    json.put("totalsize", amounts.total());
    json.put("usedsize", amounts.used());
    if (share.files() >= 0) {
      json.put("numberoffiles", share.files());
    }
    json.put("path", share.paths());
    json.put("vos", share.vos());
    json.put("assignedendpoints", List.of(ALL));
    if (!share.message().isEmpty()) {
      json.put("message", share.message());
    }
    return json;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
