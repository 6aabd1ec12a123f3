package org.bora.frontend.soap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.discovery.TransferProtocol;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.discovery.TransferProtocolsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfTSupportedTransferProtocol;
import org.bora.contract.SrmGetTransferProtocolsRequest;
import org.bora.contract.SrmGetTransferProtocolsResponse;
import org.bora.contract.SrmPingRequest;
import org.bora.contract.SrmPingResponse;
import org.bora.contract.TSupportedTransferProtocol;

/** Discovery (GFD.129 section 6). srmPing is answered here, without a backend. */
final class SoapDiscoveryOperations {
  private final Backend backend;
  private final String version;

  SoapDiscoveryOperations(Backend backend, String version) {
    this.backend = backend;
    this.version = version;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmPing",
            SrmPingRequest.class,
            (call, request) -> ping(Map.of()),
            SoapDiscoveryOperations::pingRefused),
        new ContractOperation<>(
            "srmGetTransferProtocols",
            SrmGetTransferProtocolsRequest.class,
            this::getTransferProtocols,
            (status, request) -> protocols(status)));
  }

  private SrmPingResponse ping(Map<String, String> more) {
    Map<String, String> info = new LinkedHashMap<>();
    info.put("backend_type", "Bora");
    info.put("backend_version", version);
    info.putAll(more);
    return response(info);
  }

  /** srmPing has no status: a refused caller finds it in the other information. */
  private static SrmPingResponse pingRefused(ReturnStatus status, SrmPingRequest request) {
    Map<String, String> info = new LinkedHashMap<>();
    info.put("backend_type", "Bora");
    info.put("status", status.code().wireName());
    info.put("explanation", status.explanation());
    return response(info);
  }

  private static SrmPingResponse response(Map<String, String> info) {
    SrmPingResponse wire = new SrmPingResponse();
    wire.setVersionInfo("v2.2");
    wire.setOtherInfo(ReplyFields.extras(info));
    return wire;
  }

  private SrmGetTransferProtocolsResponse getTransferProtocols(
      Call call, SrmGetTransferProtocolsRequest request) {
    TransferProtocolsReply reply =
        backend.call(Catalogue.GET_TRANSFER_PROTOCOLS, call, new TransferProtocolsRequest());
    SrmGetTransferProtocolsResponse wire = protocols(reply.status());
    if (!reply.protocols().isEmpty()) {
      ArrayOfTSupportedTransferProtocol array = new ArrayOfTSupportedTransferProtocol();
      reply.protocols().forEach(protocol -> array.getProtocolArray().add(protocol(protocol)));
      wire.setProtocolInfo(array);
    }
    return wire;
  }

  private static SrmGetTransferProtocolsResponse protocols(ReturnStatus status) {
    SrmGetTransferProtocolsResponse wire = new SrmGetTransferProtocolsResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private static TSupportedTransferProtocol protocol(TransferProtocol protocol) {
    TSupportedTransferProtocol wire = new TSupportedTransferProtocol();
    wire.setTransferProtocol(protocol.name());
    wire.setAttributes(ReplyFields.extras(protocol.attributes()));
    return wire;
  }
}
