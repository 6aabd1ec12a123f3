package org.bora.api.word;

import java.util.Set;

/**
 * The operations that only ask how something stands which somebody has begun, or what the service
 * is. Clients repeat them every second or so; they change nothing and name no file that the request
 * they ask about did not name.
 */
public final class Enquiries {

  private static final Set<String> NAMES =
      Set.of(
          "srmPing",
          "srmGetTransferProtocols",
          "srmGetSpaceTokens",
          "srmGetSpaceMetaData",
          "srmGetRequestTokens",
          "srmGetRequestSummary",
          "srmStatusOfGetRequest",
          "srmStatusOfPutRequest",
          "srmStatusOfBringOnlineRequest",
          "srmStatusOfCopyRequest",
          "srmStatusOfLsRequest",
          "srmStatusOfReserveSpaceRequest",
          "srmStatusOfUpdateSpaceRequest",
          "srmStatusOfChangeSpaceForFilesRequest");

  private Enquiries() {}

  /** Whether the operation, named as in the specification, is one of them. */
  public static boolean includes(String operation) {
    return NAMES.contains(operation);
  }
}
