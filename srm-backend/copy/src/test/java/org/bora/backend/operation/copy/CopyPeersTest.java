package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyPeersTest {
  /** Addresses of the machine that copies. */
  private static final List<InetAddress> OWN =
      List.of(InetAddress.ofLiteral("192.0.2.100"), InetAddress.ofLiteral("2001:db8::100"));

  private static CopyPeers peers(List<String> hosts, String... networks) {
    return new CopyPeers(
        new AllowedPeers(
            Stream.concat(hosts.stream(), Stream.of(networks))
                .map(AllowedPeers.Peer::parse)
                .toList()),
        (host, port) -> host.equals("door.example.org") && port == 2811,
        address -> OWN.contains(address));
  }

  private static boolean permits(CopyPeers peers, String host, String address) {
    return peers.permits(host, 8443, InetAddress.ofLiteral(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "0.0.0.0",
        "::",
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "fe80::1",
        "224.0.0.1",
        "ff02::1",
        "192.0.2.100",
        "2001:db8::100",
        "::ffff:192.0.2.100",
        "::192.0.2.100",
        "64:ff9b::c000:264",
        "64:ff9b:1::c000:207",
        "64:ff9b:1:ffff::7",
        "2002:c000:0207::7",
        "2001:0:c000:207::7",
        "2001::7",
        "fc00::7",
        "fdff:ffff::7",
        "fec0::7",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.254",
        "192.168.1.1",
        "100.64.0.1",
        "0.1.2.3",
        "::ffff:10.1.2.3",
        "::192.168.1.1",
        "64:ff9b::a01:203"
      })
  void whatLeadsToThisMachineOrItsLinkOrSiteIsRefusedWhateverItsName(String address) {
    assertFalse(permits(peers(List.of()), "se.example.org", address));
    assertFalse(permits(peers(List.of("*.example.org")), "se.example.org", address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.7",
        "11.1.2.3",
        "172.15.0.1",
        "172.32.0.1",
        "100.128.0.1",
        "2001:db8::7",
        "64:ff9b::c000:207",
        "2001:1::7",
        "2003::7"
      })
  void othersAreReachedWhereNothingIsSaid(String address) {
    assertTrue(permits(peers(List.of()), "se.example.org", address));
  }

  @ParameterizedTest
  @CsvSource({
    "se.example.org,    198.51.100.1, true",
    "SE.Example.ORG,    198.51.100.1, true",
    "a.b.example.net,   198.51.100.1, true",
    "example.net,       198.51.100.1, false",
    "badexample.net,    198.51.100.1, false",
    "xse.example.org,   198.51.100.1, false",
    "se.example.org.uk, 198.51.100.1, false",
    "any.example.com,   192.0.2.255,  true",
    "any.example.com,   192.0.3.0,    false"
  })
  void aListAllowsItsNamesAndNetworksAlone(String host, String address, boolean allowed) {
    CopyPeers listed = peers(List.of("se.example.org", "*.example.net"), "192.0.2.0/24");
    assertEquals(allowed, permits(listed, host, address));
  }

  @Test
  void aNetworkCanAllowLoopback() {
    CopyPeers listed = peers(List.of(), "127.0.0.0/8");
    assertTrue(permits(listed, "localhost", "127.0.0.1"));
    assertFalse(permits(listed, "localhost", "::1"));
  }

  @Test
  void aNetworkCanAllowAnAddressOfThisMachine() {
    CopyPeers listed = peers(List.of(), "192.0.2.100", "fc00::/7");
    assertTrue(permits(listed, "se.example.org", "192.0.2.100"));
    assertTrue(permits(listed, "se.example.org", "fd00::1"));
    assertFalse(permits(listed, "se.example.org", "2001:db8::100"));
  }

  @Test
  void theAddressesOfThisMachineAreThoseOfItsInterfaces() throws Exception {
    var peers = new CopyPeers(AllowedPeers.others(), (_, _) -> false);
    List<InetAddress> own =
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
    assertFalse(own.isEmpty());
    own.forEach(
        address -> assertFalse(peers.permits("se.example.org", 8443, address), address::toString));
    assertTrue(permits(peers, "se.example.org", "192.0.2.7"));
  }

  @Test
  void ownDoorsAreReachedAtTheirPortAlone() throws Exception {
    CopyPeers listed = peers(List.of("se.example.org"));
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    assertTrue(listed.permits("door.example.org", 2811, loopback));
    assertFalse(listed.permits("door.example.org", 22, loopback));
  }
}
