package org.bora.server.check;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Checks the addresses to listen on. An address that another machine has now may be right:
 * keepalived moves it between machines, and this machine listens before the address arrives.
 */
record AddressCheck(Predicate<InetAddress> canListen) {

  AddressCheck {
    Objects.requireNonNull(canListen, "canListen");
  }

  static Optional<MachineFinding> look(String key, String address) {
    return new AddressCheck(AddressCheck::isAllowed).of(key, address);
  }

  Optional<MachineFinding> of(String key, String address) {
    InetAddress found;
    try {
      found = InetAddress.getByName(address);
    } catch (UnknownHostException unknown) {
      return Optional.of(
          MachineFinding.grave(
              key,
              "'"
                  + address
                  + "' is not known to the name service; use an address of this machine, or"
                  + " 0.0.0.0 for all of them"));
    }
    if (isHere(found)) {
      return Optional.empty();
    }
    String what = "'" + address + "' is not an address of this machine, which has " + here();
    return Optional.of(
        canListen.test(found)
            ? MachineFinding.warning(
                key,
                what
                    + "; clients cannot connect until the machine has it. If it is not an address that"
                    + " moves between machines, use one of them, or 0.0.0.0 for all")
            : MachineFinding.grave(
                key,
                what
                    + "; use one of them, or 0.0.0.0 for all. To listen before an address moves"
                    + " here (keepalived): sysctl net."
                    + (found instanceof Inet6Address ? "ipv6" : "ipv4")
                    + ".ip_nonlocal_bind=1"));
  }

  /** Any port will do: whether that of the configuration is free is seen at the start. */
  private static boolean isAllowed(InetAddress address) {
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(address, 0));
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static boolean isHere(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      // the start will tell
      return true;
    }
  }

  private static String here() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .map(each -> each.getHostAddress().replaceAll("%.*", ""))
          .distinct()
          .collect(Collectors.joining(", "));
    } catch (SocketException unknown) {
      return "others";
    }
  }
}
