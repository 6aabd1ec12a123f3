package org.bora.admin;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.bora.api.peer.PeerFiles;
import org.bora.api.peer.SubjectName;
import org.bora.port.PortBounds;
import org.bora.settings.Keys;

/**
 * The administrators' port.
 *
 * @param address to listen on
 * @param port to listen on; 0 for a free one
 * @param files what the port shows, and whose certificates it believes
 * @param readers subjects of certificates whose holders may look
 * @param admins subjects of certificates whose holders may change things, too
 * @param reload how often renewed files are looked for
 * @param bounds of connections and times
 */
public record AdminSettings(
    String address,
    int port,
    PeerFiles files,
    List<String> readers,
    List<String> admins,
    Duration reload,
    PortBounds bounds) {

  /** 200 connections: a browser holds six, a script one, and a site has few of either. */
  public static PortBounds presetBounds() {
    return Keys.defaults(PortBounds.class);
  }

  /** The same port for those whom {@code next} names. */
  public AdminSettings naming(AdminSettings next) {
    return new AdminSettings(address, port, files, next.readers(), next.admins(), reload, bounds);
  }

  public AdminSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(reload, "reload");
    Objects.requireNonNull(bounds, "bounds");
    readers = List.copyOf(readers);
    admins = List.copyOf(admins);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " is not in 0..65535");
    }
    if (readers.isEmpty() && admins.isEmpty()) {
      throw new IllegalArgumentException(
          "the port is set, but readers and admins are empty: name certificate subjects there, or"
              + " remove the port");
    }
    readers.forEach(SubjectName::parse);
    admins.forEach(SubjectName::parse);
  }
}
