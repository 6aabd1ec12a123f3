package org.bora.door.gsi.door;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The machine's name service, and what it was asked for in this process. */
public final class AskedNames extends InetAddressResolverProvider {

  private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

  static boolean contain(String host) {
    return ASKED.contains(host);
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver machine = configuration.builtinResolver();
    return new InetAddressResolver() {
      @Override
      public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
          throws UnknownHostException {
        ASKED.add(host);
        return machine.lookupByName(host, policy);
      }

      @Override
      public String lookupByAddress(byte[] address) throws UnknownHostException {
        return machine.lookupByAddress(address);
      }
    };
  }

  @Override
  public String name() {
    return "the machine's, watched";
  }
}
