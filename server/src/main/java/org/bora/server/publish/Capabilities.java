package org.bora.server.publish;

import java.util.List;
import org.bora.server.publish.StorageService.Endpoint;
import org.bora.server.publish.StorageService.Protocol;

/** What endpoints can do, in the words of GLUE 2.0 (Capability_t), which SRR took over. */
final class Capabilities {
  private static final String TRANSFER = "data.management.transfer";
  private static final String STORAGE = "data.management.storage";

  private Capabilities() {}

  static List<String> of(Endpoint endpoint) {
    return endpoint.protocol() == Protocol.SRM ? List.of(TRANSFER, STORAGE) : List.of(TRANSFER);
  }

  static List<String> of(StorageService service) {
    return service.endpoints().stream()
        .flatMap(endpoint -> of(endpoint).stream())
        .distinct()
        .toList();
  }
}
