package org.bora.launcher.check;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Addresses that something is to listen on. */
final class AddressCheck {
  private AddressCheck() {}

  static Optional<Finding> look(String key, String address) {
    InetAddress found;
    try {
      found = InetAddress.getByName(address);
    } catch (UnknownHostException unknown) {
      return Optional.of(
          Finding.grave(
              key,
              "'"
                  + address
                  + "' is not known to the name service; name an address of this machine, or"
                  + " 0.0.0.0 for all of them"));
    }
    return isHere(found)
        ? Optional.empty()
        : Optional.of(
            Finding.grave(
                key,
                "'"
                    + address
                    + "' is no address of this machine, which has "
                    + here()
                    + "; name one of them, or 0.0.0.0 for all"));
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
