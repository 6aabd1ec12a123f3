package org.bora.gridftp.control;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import org.bora.gridftp.gss.CalledHost;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.GsiProvider;
import org.globus.ftp.exception.ServerException;
import org.globus.ftp.exception.UnexpectedReplyCodeException;

/** Opens control channels. Thread safe; one per process is enough. */
public final class ControlClient {

  private final HostAddresses names;

  /** Makes jGlobus use our GSS provider for the rest of the process: see {@link GsiProvider}. */
  public ControlClient(HostAddresses names) {
    this.names = Objects.requireNonNull(names, "names");
    GsiProvider.register();
  }

  /**
   * Connects, authenticates both sides and logs in as the local user to whom the server maps us.
   *
   * @param host the name that the server's certificate must contain
   * @param time limit for everything; the caller's thread is not blocked longer
   * @return the session; or the refusal of an authenticated server to map us to a user (530, RFC
   *     959 section 4.2.2), without an open session
   * @throws UnprovenGridFtpServer if the server cannot be reached, or is not the called host
   * @throws IOException also if it does not accept our credential; the message says which
   */
  public CommandAnswer<ControlSession> login(
      String host, int port, GsiCredential credential, Duration time) throws IOException {
    Objects.requireNonNull(credential, "credential");
    ControlChannel channel = reach(host, port, time);
    boolean kept = false;
    try {
      channel.setAuthorization(new CalledHost(host));
      channel.authenticate(credential);
      kept = true;
      return new CommandAnswer.Given<>(new ControlSession(channel));
    } catch (ServerException e) {
      if (channel.authenticated()
          && e.getRootCause() instanceof UnexpectedReplyCodeException refused) {
        return Replies.refusal(refused.getReply());
      }
      throw unproven(channel, e);
    } catch (IOException e) {
      throw unproven(channel, e);
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  /** Whether this address, of a server that was logged in to, may be connected to. */
  public boolean permits(String host, int port, InetAddress address) {
    return names.permits(host, port, address);
  }

  private static IOException unproven(ControlChannel channel, Exception thrown) {
    IOException failure = Replies.failure("logging in", thrown);
    // what goes wrong in the exchange of credentials, goes wrong with a GridFTP server
    return channel.authenticated() || Replies.isOfCredentials(thrown)
        ? failure
        : new UnprovenGridFtpServer(failure);
  }

  private ControlChannel reach(String host, int port, Duration time) throws UnprovenGridFtpServer {
    try {
      return open(host, port, time);
    } catch (IOException e) {
      throw new UnprovenGridFtpServer(e);
    }
  }

  /**
   * Connects and reads the greeting, which proves that something speaks FTP there and no more.
   *
   * @return the greeting, as one line
   */
  public String greeting(String host, int port, Duration time) throws IOException {
    ControlChannel channel = open(host, port, time);
    try {
      return Replies.oneLine(channel.getLastReply().getMessage());
    } finally {
      channel.close();
    }
  }

  private ControlChannel open(String host, int port, Duration time) throws IOException {
    ControlChannel channel = new ControlChannel(names, host, port, Deadline.in(time));
    try {
      channel.open();
      return channel;
    } catch (ServerException | IOException e) {
      throw Replies.failure("connecting", e);
    }
  }
}
