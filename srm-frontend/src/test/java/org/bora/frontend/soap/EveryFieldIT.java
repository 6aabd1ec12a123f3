package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Recursion;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every field of a request reaches the backend, and every field of its answer the client. */
class EveryFieldIT extends OnEndpoint {
  private static final String TWO =
      "<arrayOfSURLs><urlArray>srm://h/a</urlArray><urlArray>srm://h/b</urlArray></arrayOfSURLs>";
  private static final List<Surl> BOTH = List.of(new Surl("srm://h/a"), new Surl("srm://h/b"));
  private static final String TOKEN = "<requestToken>t-1</requestToken>";

  private static final String RESERVED =
      "<estimatedProcessingTime>1</estimatedProcessingTime><retentionPolicyInfo>"
          + "<retentionPolicy>REPLICA</retentionPolicy><accessLatency>ONLINE</accessLatency>"
          + "</retentionPolicyInfo><sizeOfTotalReservedSpace>100</sizeOfTotalReservedSpace>"
          + "<sizeOfGuaranteedReservedSpace>90</sizeOfGuaranteedReservedSpace>"
          + "<lifetimeOfReservedSpace>86400</lifetimeOfReservedSpace>"
          + "<spaceToken>space-1</spaceToken>";
  private static final String UPDATED =
      "<sizeOfTotalSpace>200</sizeOfTotalSpace><sizeOfGuaranteedSpace>190"
          + "</sizeOfGuaranteedSpace><lifetimeGranted>-1</lifetimeGranted>";
  private static final String LIVES =
      "<fileLifetime>-1</fileLifetime><pinLifetime>600</pinLifetime>";
  private static final String COPIED =
      "<fileSize>7</fileSize><estimatedWaitTime>5</estimatedWaitTime>"
          + "<remainingFileLifetime>-1</remainingFileLifetime></statusArray>"
          + "</arrayOfFileStatuses><remainingTotalRequestTime>3600</remainingTotalRequestTime>";

  @BeforeEach
  void forget() {
    endpoint.backend.requests.clear();
  }

  /** What is sent, what the backend is asked, and what the answer has. */
  private record Case(String operation, String fields, Object asked, String answered) {}

  @TestFactory
  Stream<DynamicTest> arrives() {
    return Stream.of(spaces(), files(), requests(), copies())
        .flatMap(List::stream)
        .map(one -> dynamicTest(one.operation(), () -> bothWays(one)));
  }

  private static void bothWays(Case one) throws Exception {
    endpoint.backend.requests.clear();
    Endpoint.Reply reply = endpoint.call(one.operation(), one.fields());
    assertTrue(reply.body().contains(one.answered()), reply.body());
    assertEquals(one.asked(), endpoint.backend.only(Object.class));
  }

  private static List<Case> spaces() {
    RetentionPolicyInfo tape =
        new RetentionPolicyInfo(RetentionPolicy.CUSTODIAL, Optional.of(AccessLatency.NEARLINE));
    ReserveSpaceRequest reserve =
        new ReserveSpaceRequest(
            "run 3",
            Optional.of(tape),
            OptionalLong.of(Long.MAX_VALUE),
            OptionalLong.of(10),
            OptionalInt.of(-1),
            List.of(1L, 2L),
            List.of("gsiftp", "https"));
    return List.of(
        new Case(
            "srmReserveSpace",
            "<authorizationID>x</authorizationID>"
                + "<userSpaceTokenDescription>run 3</userSpaceTokenDescription>"
                + "<retentionPolicyInfo><retentionPolicy>2</retentionPolicy>"
                + "<accessLatency>NEARLINE</accessLatency></retentionPolicyInfo>"
                + "<desiredSizeOfTotalSpace>9223372036854775807</desiredSizeOfTotalSpace>"
                + "<desiredSizeOfGuaranteedSpace>10</desiredSizeOfGuaranteedSpace>"
                + "<desiredLifetimeOfReservedSpace>-1</desiredLifetimeOfReservedSpace>"
                + "<arrayOfExpectedFileSizes><unsignedLongArray>1</unsignedLongArray>"
                + "<unsignedLongArray>2</unsignedLongArray></arrayOfExpectedFileSizes>"
                + "<storageSystemInfo xsi:nil='true'/><transferParameters>"
                + "<arrayOfTransferProtocols><stringArray>gsiftp</stringArray>"
                + "<stringArray>https</stringArray></arrayOfTransferProtocols>"
                + "</transferParameters>",
            reserve,
            "<requestToken>reserve-1</requestToken>" + RESERVED),
        new Case("srmStatusOfReserveSpaceRequest", TOKEN, "t-1", RESERVED),
        new Case(
            "srmUpdateSpace",
            "<spaceToken>s-1</spaceToken><newSizeOfTotalSpaceDesired>5</newSizeOfTotalSpaceDesired>"
                + "<newSizeOfGuaranteedSpaceDesired>4</newSizeOfGuaranteedSpaceDesired>"
                + "<newLifeTime>60</newLifeTime>",
            new UpdateSpaceRequest(
                "s-1", OptionalLong.of(5), OptionalLong.of(4), OptionalInt.of(60)),
            "<requestToken>update-1</requestToken>" + UPDATED),
        new Case("srmStatusOfUpdateSpaceRequest", TOKEN, "t-1", UPDATED),
        new Case(
            "srmReleaseSpace",
            "<spaceToken>s-1</spaceToken><forceFileRelease>true</forceFileRelease>",
            new ReleaseSpaceRequest("s-1", true),
            "SRM_SUCCESS"));
  }

  private static List<Case> files() {
    return List.of(
        new Case(
            "srmChangeSpaceForFiles",
            TWO + "<targetSpaceToken>s-2</targetSpaceToken>",
            new ChangeSpaceRequest(BOTH, "s-2"),
            "<requestToken>change-1</requestToken>"
                + "<estimatedProcessingTime>2</estimatedProcessingTime>"
                + "<arrayOfFileStatuses><statusArray><surl>srm://h/a</surl>"),
        new Case(
            "srmStatusOfChangeSpaceForFilesRequest",
            TOKEN,
            "t-1",
            "<estimatedProcessingTime>2</estimatedProcessingTime>"
                + "<arrayOfFileStatuses><statusArray><surl>srm://h/a</surl>"),
        new Case(
            "srmExtendFileLifeTimeInSpace",
            "<spaceToken>s-1</spaceToken>" + TWO + "<newLifeTime>60</newLifeTime>",
            new ExtendInSpaceRequest("s-1", BOTH, OptionalInt.of(60)),
            LIVES),
        new Case(
            "srmPurgeFromSpace",
            TWO + "<spaceToken>s-1</spaceToken>",
            new PurgeRequest(BOTH, "s-1"),
            "<surl>srm://h/b</surl>"),
        new Case(
            "srmGetPermission",
            TWO,
            BOTH,
            "<owner>alice</owner><ownerPermission>RW</ownerPermission><arrayOfUserPermissions>"
                + "<userPermissionArray><userID>bob</userID><mode>R</mode></userPermissionArray>"
                + "</arrayOfUserPermissions><arrayOfGroupPermissions><groupPermissionArray>"
                + "<groupID>testvo</groupID><mode>RX</mode></groupPermissionArray>"
                + "<groupPermissionArray><groupID>other</groupID><mode>NONE</mode>"
                + "</groupPermissionArray></arrayOfGroupPermissions>"
                + "<otherPermission>X</otherPermission>"),
        new Case("srmCheckPermission", TWO, BOTH, "<permission>RWX</permission>"),
        new Case(
            "srmStatusOfLsRequest",
            TOKEN + "<offset>3</offset><count>4</count>",
            new StatusOfLsRequest("t-1", OptionalInt.of(3), OptionalInt.of(4)),
            "<details><pathDetailArray><path>/testvo/a</path>"));
  }

  private static List<Case> requests() {
    return List.of(
        new Case("srmSuspendRequest", TOKEN, "t-1", "SRM_SUCCESS"),
        new Case("srmResumeRequest", TOKEN, "t-1", "SRM_SUCCESS"),
        new Case(
            "srmGetRequestSummary",
            "<arrayOfRequestTokens><stringArray>t-1</stringArray></arrayOfRequestTokens>",
            List.of("t-1"),
            "<summaryArray><requestToken>t-1</requestToken><status><statusCode>"
                + "SRM_REQUEST_INPROGRESS</statusCode></status>"
                + "<requestType>BRING_ONLINE</requestType>"
                + "<totalNumFilesInRequest>6</totalNumFilesInRequest>"
                + "<numOfCompletedFiles>3</numOfCompletedFiles>"
                + "<numOfWaitingFiles>2</numOfWaitingFiles>"
                + "<numOfFailedFiles>1</numOfFailedFiles>"),
        new Case(
            "srmGetRequestTokens",
            "<userRequestDescription>mine</userRequestDescription>",
            Optional.of("mine"),
            "<tokenArray><requestToken>get-1</requestToken><createdAtTime>2026-11-20T17:20:42"),
        new Case(
            "srmExtendFileLifeTime",
            TOKEN + TWO + "<newFileLifeTime>-1</newFileLifeTime><newPinLifeTime>7</newPinLifeTime>",
            new ExtendRequest(Optional.of("t-1"), BOTH, OptionalInt.of(-1), OptionalInt.of(7)),
            LIVES));
  }

  private static List<Case> copies() {
    CopyRequest copy =
        new CopyRequest(
            List.of(
                new CopyFile(
                    new Surl("srm://h/a"),
                    new Surl("srm://far/b"),
                    Optional.of(new Recursion(false, OptionalInt.of(2))))),
            "mine",
            OverwriteMode.ALWAYS,
            OptionalInt.of(60),
            OptionalInt.of(-1),
            Optional.of(FileStorageType.DURABLE),
            Optional.of("s-1"),
            Optional.of(new RetentionPolicyInfo(RetentionPolicy.OUTPUT, Optional.empty())),
            Optional.empty());
    return List.of(
        new Case(
            "srmCopy",
            "<arrayOfFileRequests><requestArray><sourceSURL>srm://h/a</sourceSURL>"
                + "<targetSURL>srm://far/b</targetSURL><dirOption><isSourceADirectory>true"
                + "</isSourceADirectory><numOfLevels>2</numOfLevels></dirOption></requestArray>"
                + "</arrayOfFileRequests><userRequestDescription>mine</userRequestDescription>"
                + "<overwriteOption>ALWAYS</overwriteOption>"
                + "<desiredTotalRequestTime>60</desiredTotalRequestTime>"
                + "<desiredTargetSURLLifeTime>-1</desiredTargetSURLLifeTime>"
                + "<targetFileStorageType>1</targetFileStorageType>"
                + "<targetSpaceToken>s-1</targetSpaceToken><targetFileRetentionPolicyInfo>"
                + "<retentionPolicy>OUTPUT</retentionPolicy></targetFileRetentionPolicyInfo>",
            copy,
            "<requestToken>copy-1</requestToken><arrayOfFileStatuses><statusArray>"
                + "<sourceSURL>srm://h/a</sourceSURL><targetSURL>srm://far/b</targetSURL>"
                + "<status><statusCode>SRM_REQUEST_INPROGRESS</statusCode></status>"
                + COPIED),
        new Case(
            "srmStatusOfCopyRequest",
            TOKEN
                + "<arrayOfSourceSURLs><urlArray>srm://h/a</urlArray></arrayOfSourceSURLs>"
                + "<arrayOfTargetSURLs><urlArray>srm://h/b</urlArray></arrayOfTargetSURLs>",
            new CopyStatusRequest("t-1", BOTH.subList(0, 1), BOTH.subList(1, 2)),
            COPIED));
  }

  @Test
  void deferredStagingSaysWhenItBegins() throws Exception {
    for (String operation : List.of("srmBringOnline", "srmStatusOfBringOnlineRequest")) {
      Endpoint.Reply reply =
          endpoint.call(
              operation,
              TOKEN
                  + "<arrayOfFileRequests><requestArray><sourceSURL>srm://h/a</sourceSURL>"
                  + "</requestArray></arrayOfFileRequests>");

      assertTrue(
          reply.body().contains("<remainingDeferredStartTime>30</remainingDeferredStartTime>"),
          reply.body());
    }
  }

  @Test
  void aSizeThatNoFileCanHaveIsRefused() throws Exception {
    for (String size :
        List.of("9223372036854775808", "18446744073709551615", "-1", "many", "\u0665")) {
      Endpoint.Reply reply =
          endpoint.call(
              "srmUpdateSpace",
              "<spaceToken>s-1</spaceToken><newSizeOfTotalSpaceDesired>"
                  + size
                  + "</newSizeOfTotalSpaceDesired>");

      assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
      assertTrue(
          reply
              .body()
              .contains("not a size in bytes: " + size + " (allowed is 0 to 9223372036854775807)"),
          reply.body());
    }
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void negativeTimesOtherThanForEverAreRefused() throws Exception {
    List<String> fields =
        List.of(
            "srmReserveSpace <desiredLifetimeOfReservedSpace>-2</desiredLifetimeOfReservedSpace>",
            "srmUpdateSpace <spaceToken>s</spaceToken><newLifeTime>-2</newLifeTime>",
            "srmExtendFileLifeTime " + TWO + "<newFileLifeTime>-2</newFileLifeTime>",
            "srmExtendFileLifeTime " + TWO + "<newPinLifeTime>-7</newPinLifeTime>",
            "srmExtendFileLifeTimeInSpace <spaceToken>s</spaceToken><newLifeTime>-2</newLifeTime>",
            "srmStatusOfLsRequest " + TOKEN + "<offset>-1</offset>",
            "srmStatusOfLsRequest " + TOKEN + "<count>-1</count>");
    for (String field : fields) {
      int name = field.indexOf(' ');
      Endpoint.Reply reply = endpoint.call(field.substring(0, name), field.substring(name + 1));

      assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
      assertTrue(reply.body().contains("allowed is 0 or more"), reply.body());
    }
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void digitsOfOtherScriptsAreNoNumbers() throws Exception {
    String field = "<spaceToken>s</spaceToken><newLifeTime>\u0665</newLifeTime>";

    Endpoint.Reply reply = endpoint.call("srmUpdateSpace", field);

    assertTrue(reply.body().contains("not a whole number of 32 bits: \u0665"), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void anUpdateThatUpdatesNothingIsRefused() throws Exception {
    Endpoint.Reply reply = endpoint.call("srmUpdateSpace", "<spaceToken>s-1</spaceToken>");

    assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty());
  }
}
