package org.bora.server.gridftp;

import java.util.Objects;
import java.util.Optional;

/**
 * Where a GridFTP server listens.
 *
 * @param address for control and data
 * @param port control port
 * @param data ports of data channels; empty: any free port that the kernel chooses
 */
public record GridFtpAddress(String address, int port, Optional<DataPorts> data) {
  public GridFtpAddress {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(data, "data");
  }
}
