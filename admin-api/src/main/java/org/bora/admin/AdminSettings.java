package org.bora.admin;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.bora.api.peer.PeerFiles;
import org.bora.api.peer.SubjectName;

/**
 * The administrators' port.
 *
 * @param address to listen on
 * @param port to listen on; 0 for a free one
 * @param files what the port shows, and whose certificates it believes
 * @param readers subjects of certificates whose holders may look
 * @param admins subjects of certificates whose holders may change things, too
 * @param reload how often renewed files are looked for
 */
public record AdminSettings(
    String address,
    int port,
    PeerFiles files,
    List<String> readers,
    List<String> admins,
    Duration reload) {

  public AdminSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(reload, "reload");
    readers = List.copyOf(readers);
    admins = List.copyOf(admins);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " is not in 0..65535");
    }
    if (readers.isEmpty() && admins.isEmpty()) {
      throw new IllegalArgumentException(
          "port is open to nobody: name subjects of certificates in readers or admins, or take port"
              + " out");
    }
    readers.forEach(SubjectName::parse);
    admins.forEach(SubjectName::parse);
  }
}
