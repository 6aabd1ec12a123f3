package org.bora.contract.codec;

import java.util.Map;

/**
 * Arrays of SOAP 1.1 section 5.4.2, whose entries may have any name. In the contract an array is a
 * structure with one repeated element; clients that take the structure for an array send {@code
 * <arrayOfSURLs arrayType="..."><item>}, those that take the element for one send {@code <urlArray
 * arrayType="..."><item>} within it.
 */
public final class EncodedArray {
  /** Fields that are such structures, and what their elements are called. */
  private static final Map<String, String> ENTRIES =
      Map.ofEntries(
          Map.entry("arrayOfSURLs", "urlArray"),
          Map.entry("arrayOfSourceSURLs", "urlArray"),
          Map.entry("arrayOfTargetSURLs", "urlArray"),
          Map.entry("arrayOfFileRequests", "requestArray"),
          Map.entry("arrayOfFileStatuses", "statusArray"),
          Map.entry("arrayOfSpaceTokens", "stringArray"),
          Map.entry("arrayOfRequestTokens", "stringArray"),
          Map.entry("arrayOfClientNetworks", "stringArray"),
          Map.entry("arrayOfTransferProtocols", "stringArray"),
          Map.entry("arrayOfUserPermissions", "userPermissionArray"),
          Map.entry("arrayOfGroupPermissions", "groupPermissionArray"),
          Map.entry("arrayOfExpectedFileSizes", "unsignedLongArray"),
          Map.entry("storageSystemInfo", "extraInfoArray"),
          Map.entry("sourceStorageSystemInfo", "extraInfoArray"),
          Map.entry("targetStorageSystemInfo", "extraInfoArray"));

  private EncodedArray() {}

  /** Whether this is the repeated element of a structure, not the structure. */
  static boolean isEntry(String name) {
    return ENTRIES.containsValue(name);
  }

  /** What the contract calls an entry of the array of this name. */
  static String entryName(String array, String sent) {
    return ENTRIES.getOrDefault(array, sent);
  }
}
