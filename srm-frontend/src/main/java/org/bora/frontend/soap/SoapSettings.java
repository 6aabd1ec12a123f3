package org.bora.frontend.soap;

import java.time.Duration;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The SOAP endpoint: the section {@code calls}.
 *
 * @param endpoint its address in the WSDL, {@code httpg://HOST:PORT/srm/managerv2}
 * @param version of Bora, for srmPing
 * @param maxBodyBytes longest request that is read; the rest is discarded
 * @param maxBodyBytesTogether memory for the bodies of all calls in progress, beyond the first 16
 *     KiB of each; one caller may use a quarter of it; at least the longest body
 * @param bodyTimeout time in which a client must send a request
 * @param maxEntries entries of all arrays of one request together: SURLs, files, protocols; each
 *     has up to 32 elements
 * @param maxDepth elements inside one another; the deepest request of the contract has 8
 */
public record SoapSettings(
    @Elsewhere String endpoint,
    @Elsewhere String version,
    @Key(name = "largest-body", preset = "8MiB", least = "4KiB", most = "256MiB") int maxBodyBytes,
    @Key(name = "bodies-together", preset = "64MiB", least = "4KiB", most = "1GiB")
        int maxBodyBytesTogether,
    @Key(preset = "30s", least = "1s", most = "10m") Duration bodyTimeout,
    @Key(name = "entries", preset = "10000", least = "1", most = "1000000") int maxEntries,
    @Key(name = "depth", preset = "32", least = "8", most = "1000") int maxDepth)
    implements Keys {

  public SoapSettings {
    Keys.check(
        SoapSettings.class,
        endpoint,
        version,
        maxBodyBytes,
        maxBodyBytesTogether,
        bodyTimeout,
        maxEntries,
        maxDepth);
    if (maxBodyBytesTogether < maxBodyBytes) {
      throw new IllegalArgumentException(
          "calls.bodies-together is "
              + maxBodyBytesTogether
              + "; allowed is "
              + maxBodyBytes
              + " to "
              + (1 << 30));
    }
  }

  /**
   * 10,000 entries: ten times what gfal2 and FTS send at most (1,000). 8 MiB: 10,000 SURLs of 400
   * bytes, the two tags around each and as much again. 64 MiB together: eight of the longest at a
   * time, or some hundreds of 1,000 files. 30 s: 8 MiB at 300 kB/s.
   */
  public static SoapSettings defaults(String endpoint, String version) {
    return Keys.defaults(SoapSettings.class).at(endpoint, version);
  }

  /** The same for this address, which the WSDL names. */
  public SoapSettings at(String address, String told) {
    return new SoapSettings(
        address, told, maxBodyBytes, maxBodyBytesTogether, bodyTimeout, maxEntries, maxDepth);
  }

  /**
   * What the bodies of one caller may hold of {@link #maxBodyBytesTogether}: a quarter, and at
   * least one of the longest.
   */
  public int maxBodyBytesOfCaller() {
    return Math.max(maxBodyBytes, maxBodyBytesTogether / 4);
  }
}
