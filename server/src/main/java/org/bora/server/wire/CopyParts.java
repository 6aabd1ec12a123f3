package org.bora.server.wire;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Backend;
import org.bora.backend.operation.copy.CopyEnds;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.backend.operation.copy.CopyOperations;
import org.bora.backend.operation.copy.CopyRequestFiles;
import org.bora.backend.operation.copy.LocalNames;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;
import org.bora.server.config.Configuration;
import org.bora.server.metrics.CopyTally;

/**
 * What copies need: trusted authorities, and how SURLs name this service.
 *
 * @param trust verifies other services by the authorities that also verify users
 * @param tally counts the result of each file
 */
record CopyParts(CopyLimits limits, LocalNames names, PeerTrust trust, CopyTally tally) {

  /**
   * Opens the trust directory.
   *
   * @param port of SRM; empty if not known
   */
  static CopyParts open(
      Configuration configuration, OptionalInt port, CopyEnds ends, Running running) {
    Set<String> hosts = new HashSet<>(configuration.endpoint().aliases());
    hosts.add(configuration.endpoint().host());
    ServerTrustSettings settings =
        new ServerTrustSettings(
            configuration.credentials().trust(), false, ServerTrustSettings.defaults().reload());
    return new CopyParts(
        configuration.backend().copies(),
        new LocalNames(hosts, port),
        running.add("trust of copies", new PeerTrust(settings)),
        new CopyTally(ends));
  }

  /** Is told how every file ended. */
  CopyEnds ends() {
    return tally;
  }

  /** Begins to serve copies. */
  CopyOperations start(
      CopyOperations.Surroundings around,
      Backend local,
      CopyRequestFiles files,
      GridFtpServers gridFtp,
      Threads threads,
      Running running) {
    CopyOperations.Machinery machinery =
        new CopyOperations.Machinery(
            trust,
            threads.calls(),
            threads.timer(),
            gridFtp.health().stream().map(ServerHealth::server).toList());
    return running.add(
        "copies", new CopyOperations(limits, names, around, local, files, machinery));
  }
}
