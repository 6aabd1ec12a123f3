package org.bora.admin;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A name that a socket can be bound or connected to, wherever it lies: a directory's path may have
 * 4,095 bytes, the address of a Unix socket has room for {@value #LONGEST}. A longer one is reached
 * through a link in a directory that only this account can enter, gone once this is closed.
 */
public final class SocketName implements AutoCloseable {
  /** Bytes of a path that Java hands to the kernel: {@code sun_path} less two. */
  public static final int LONGEST = 106;

  private final Path name;
  private final Optional<Path> link;

  private SocketName(Path name, Optional<Path> link) {
    this.name = name;
    this.link = link;
  }

  /**
   * Finds such a name.
   *
   * @param socket absolute; its directory exists
   */
  public static SocketName of(Path socket) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
      return new SocketName(socket, Optional.empty());
    }
    // mode rwx------, by the contract of createTempDirectory
    Path link = Files.createTempDirectory("bora").resolve("d");
    SocketName made =
        new SocketName(link.resolve(socket.getFileName().toString()), Optional.of(link));
    try {
      Files.createSymbolicLink(link, socket.getParent());
    } catch (IOException e) {
      made.close();
      throw e;
    }
    return made;
  }

  /** To bind or to connect to. */
  public UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(name);
  }

  @Override
  public void close() throws IOException {
    if (link.isPresent()) {
      Files.deleteIfExists(link.get());
      Files.deleteIfExists(link.get().getParent());
    }
  }
}
