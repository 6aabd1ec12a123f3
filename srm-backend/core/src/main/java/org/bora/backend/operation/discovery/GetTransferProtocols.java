package org.bora.backend.operation.discovery;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.discovery.TransferProtocol;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;

/** srmGetTransferProtocols (GFD.129 6.1): the current protocols of healthy GridFTP servers. */
public final class GetTransferProtocols {

  private final GridFtpServers servers;
  private final List<String> more;
  private final Authoriser authoriser;

  /** With GridFTP servers alone. */
  public GetTransferProtocols(GridFtpServers servers, Authoriser authoriser) {
    this(servers, List.of(), authoriser);
  }

  /**
   * @param more protocols in addition to those of the GridFTP servers
   */
  public GetTransferProtocols(GridFtpServers servers, List<String> more, Authoriser authoriser) {
    this.servers = servers;
    this.more = List.copyOf(more);
    this.authoriser = authoriser;
  }

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(
        Catalogue.GET_TRANSFER_PROTOCOLS, (call, nothing) -> getTransferProtocols(call));
  }

  TransferProtocolsReply getTransferProtocols(Call call) {
    if (!authoriser.isKnown(call.caller())) {
      return refused(
          SrmStatus.AUTHORIZATION_FAILURE, "no area of this service knows " + call.caller().dn());
    }
    List<TransferProtocol> protocols =
        Stream.concat(
                servers.health().stream()
                    .filter(ServerHealth::healthy)
                    .map(server -> server.server().protocol()),
                more.stream())
            .distinct()
            .map(name -> new TransferProtocol(name, Map.of()))
            .toList();
    return protocols.isEmpty()
        ? refused(
            SrmStatus.INTERNAL_ERROR,
            "no transfer server is available at this moment, try again later")
        : new TransferProtocolsReply(ReturnStatus.success(), protocols);
  }

  private static TransferProtocolsReply refused(SrmStatus code, String explanation) {
    return new TransferProtocolsReply(ReturnStatus.of(code, explanation), List.of());
  }
}
