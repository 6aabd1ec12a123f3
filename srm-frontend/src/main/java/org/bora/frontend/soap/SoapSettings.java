package org.bora.frontend.soap;

import java.time.Duration;
import java.util.Objects;

/**
 * What the SOAP endpoint takes and tells.
 *
 * @param endpoint address that the WSDL names, {@code httpg://HOST:PORT/srm/managerv2}
 * @param version of Bora, told by srmPing
 * @param maxBodyBytes longest request read; what comes after it is thrown away
 * @param maxBodyBytesTogether what the bodies of all calls in progress may hold beyond their first
 *     16 KiB each, those of one caller a quarter of it; at least one of the longest
 * @param bodyTimeout what a client may take to send a request
 * @param maxEntries entries of all arrays of one request together: SURLs, files, protocols; with
 *     each come up to 32 elements
 * @param maxDepth elements inside one another; the deepest request of the contract has 8
 */
public record SoapSettings(
    String endpoint,
    String version,
    int maxBodyBytes,
    int maxBodyBytesTogether,
    Duration bodyTimeout,
    int maxEntries,
    int maxDepth) {

  public SoapSettings {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(version, "version");
    within("largest-body", maxBodyBytes, 4096, 1 << 28);
    within("bodies-together", maxBodyBytesTogether, maxBodyBytes, 1 << 30);
    if (bodyTimeout.compareTo(Duration.ofSeconds(1)) < 0
        || bodyTimeout.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new IllegalArgumentException(
          "calls.body-timeout is " + bodyTimeout + "; allowed is PT1S to PT10M");
    }
    within("entries", maxEntries, 1, 1_000_000);
    within("depth", maxDepth, 8, 1000);
  }

  /**
   * 10,000 entries: ten times what gfal2 and FTS send at most (1,000). 8 MiB: 10,000 SURLs of 400
   * bytes, the two tags around each and as much again. 64 MiB together: eight of the longest at a
   * time, or some hundreds of 1,000 files. 30 s: 8 MiB at 300 kB/s.
   */
  public static SoapSettings defaults(String endpoint, String version) {
    return new SoapSettings(
        endpoint, version, 8 << 20, 64 << 20, Duration.ofSeconds(30), 10_000, 32);
  }

  /**
   * What the bodies of one caller may hold of {@link #maxBodyBytesTogether}: a quarter, and at
   * least one of the longest.
   */
  public int maxBodyBytesOfCaller() {
    return Math.max(maxBodyBytes, maxBodyBytesTogether / 4);
  }

  private static void within(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "calls." + key + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
