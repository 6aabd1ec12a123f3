package org.bora.api.wire;

import org.bora.api.discovery.TransferProtocol;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.wire.proto.DiscoveryProto;
import org.bora.api.word.Call;

/** Discovery. */
public final class DiscoveryCodec {

  private DiscoveryCodec() {}

  public static DiscoveryProto.TransferProtocolsRequest toWire(Call call) {
    return DiscoveryProto.TransferProtocolsRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .build();
  }

  public static DiscoveryProto.TransferProtocolsReply toWire(TransferProtocolsReply reply) {
    var message =
        DiscoveryProto.TransferProtocolsReply.newBuilder()
            .setStatus(StatusCodec.toWire(reply.status()));
    for (TransferProtocol protocol : reply.protocols()) {
      message.addProtocols(
          DiscoveryProto.TransferProtocol.newBuilder()
              .setName(protocol.name())
              .putAllAttributes(protocol.attributes()));
    }
    return message.build();
  }

  public static TransferProtocolsReply fromWire(DiscoveryProto.TransferProtocolsReply message) {
    return new TransferProtocolsReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getProtocolsList().stream()
            .map(protocol -> new TransferProtocol(protocol.getName(), protocol.getAttributesMap()))
            .toList());
  }
}
