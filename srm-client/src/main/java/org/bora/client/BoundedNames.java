package org.bora.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.apache.hc.client5.http.DnsResolver;

/** Names for the HTTP client, which has no time-out of its own for them. */
record BoundedNames(SrmSession.NameService names, Duration time) implements DnsResolver {

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    try {
      return names.addresses(host, time);
    } catch (UnknownHostException unknown) {
      throw unknown;
    } catch (IOException noAnswer) {
      UnknownHostException unknown = new UnknownHostException(noAnswer.getMessage());
      unknown.initCause(noAnswer);
      throw unknown;
    }
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host; // asked for by Kerberos alone
  }
}
