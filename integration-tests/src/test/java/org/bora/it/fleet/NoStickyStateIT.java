package org.bora.it.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.wire.SrmClient;
import org.bora.it.wire.SrmClient.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Whatever begins at one frontend and its backend goes on, is asked about and ends at another
 * frontend with another backend: every operation that takes a token.
 */
@ExtendWith(MariaDb.class)
@Timeout(180)
class NoStickyStateIT {

  /** Where requests begin. */
  private static final int HERE = 0;

  /** Where they go on. */
  private static final int THERE = 1;

  private static final int ENTRIES = 900;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private static Fleet fleet;

  @BeforeAll
  static void up(Schemas schemas) throws Exception {
    fleet = Fleet.up(schemas.empty(), true);
  }

  @AfterAll
  static void down() throws Exception {
    fleet.close();
  }

  @Test
  void aPut() throws Exception {
    Answer put = call(HERE, "srmPrepareToPut", described("mine") + target("put"));
    assertEquals("SRM_SPACE_AVAILABLE", put.fileCode(), put.body());
    Files.writeString(physical(put), "bytes");
    assertEquals(
        "SRM_SPACE_AVAILABLE", call(THERE, "srmStatusOfPutRequest", token(put)).fileCode());
    assertEquals("SRM_FILE_BUSY", call(THERE, "srmPrepareToPut", overwriting("put")).fileCode());
    well(
        call(
            THERE,
            "srmExtendFileLifeTime",
            token(put) + surls("put") + "<newPinLifeTime>4000</newPinLifeTime>"));
    Answer summary = call(THERE, "srmGetRequestSummary", tokens(put));
    assertTrue(summary.body().contains(put.element("requestToken")), summary.body());
    Answer known = call(THERE, "srmGetRequestTokens", described("mine"));
    assertTrue(known.body().contains(put.element("requestToken")), known.body());
    assertEquals("SRM_SUCCESS", call(THERE, "srmPutDone", token(put) + surls("put")).fileCode());
    assertEquals("bytes", Files.readString(fleet.files().resolve("put")));
    assertEquals(
        "SRM_DUPLICATION_ERROR", call(HERE, "srmPutDone", token(put) + surls("put")).fileCode());
  }

  @Test
  void anAbort() throws Exception {
    Answer put = call(HERE, "srmPrepareToPut", target("aborted"));
    well(call(THERE, "srmAbortRequest", token(put)));
    assertEquals("SRM_ABORTED", call(HERE, "srmStatusOfPutRequest", token(put)).fileCode());
    assertFalse(Files.exists(physical(put)), "its upload is gone");
    Answer again = call(HERE, "srmPrepareToPut", target("aborted"));
    well(call(THERE, "srmAbortFiles", token(again) + surls("aborted")));
    assertEquals("SRM_ABORTED", call(HERE, "srmStatusOfPutRequest", token(again)).fileCode());
  }

  @Test
  void aGetAndAStaging() throws Exception {
    file("read");
    Answer get = call(HERE, "srmPrepareToGet", sources("read"));
    assertEquals("SRM_FILE_PINNED", get.fileCode(), get.body());
    assertEquals("SRM_FILE_PINNED", call(THERE, "srmStatusOfGetRequest", token(get)).fileCode());
    well(call(THERE, "srmReleaseFiles", token(get) + surls("read")));
    assertEquals("SRM_RELEASED", call(HERE, "srmStatusOfGetRequest", token(get)).fileCode());

    Answer online = call(HERE, "srmBringOnline", sources("read"));
    well(online);
    well(call(THERE, "srmStatusOfBringOnlineRequest", token(online)));
    well(call(THERE, "srmReleaseFiles", token(online) + surls("read")));
  }

  @Test
  void aSuspension() throws Exception {
    file("later");
    Answer online =
        call(
            HERE,
            "srmBringOnline",
            sources("later") + "<deferredStartTime>3000</deferredStartTime>");
    assertEquals("SRM_REQUEST_QUEUED", online.code(), online.body());
    well(call(THERE, "srmSuspendRequest", token(online)));
    assertEquals(
        "SRM_REQUEST_SUSPENDED", call(HERE, "srmStatusOfBringOnlineRequest", token(online)).code());
    well(call(THERE, "srmResumeRequest", token(online)));
    assertEquals(
        "SRM_REQUEST_QUEUED", call(HERE, "srmStatusOfBringOnlineRequest", token(online)).code());
    well(call(THERE, "srmAbortRequest", token(online)));
    assertEquals("SRM_ABORTED", call(HERE, "srmStatusOfBringOnlineRequest", token(online)).code());
  }

  @Test
  void aListingThatGoesOn() throws Exception {
    Path wide = Files.createDirectory(fleet.files().resolve("wide"));
    for (int i = 0; i < ENTRIES; i++) {
      Files.createFile(wide.resolve("f" + i));
    }
    Answer ls = call(HERE, "srmLs", surls("wide") + "<fullDetailedList>true</fullDetailedList>");
    assertFalse(ls.element("requestToken").isEmpty(), "it takes longer than a millisecond");
    Answer found = ended("srmStatusOfLsRequest", token(ls));
    assertEquals("SRM_SUCCESS", found.code());
    assertTrue(found.body().contains("wide/f" + (ENTRIES - 1)));
    assertEquals(
        "SRM_AUTHORIZATION_FAILURE",
        call("bob-voms", THERE, "srmStatusOfLsRequest", token(ls)).code(),
        "tokens belong to who made them");
  }

  @Test
  void aSpace() throws Exception {
    file("kept");
    Answer made =
        call(
            HERE,
            "srmReserveSpace",
            "<retentionPolicyInfo><retentionPolicy>REPLICA</retentionPolicy></retentionPolicyInfo>"
                + "<desiredSizeOfGuaranteedSpace>1000000</desiredSizeOfGuaranteedSpace>");
    well(made);
    String space = "<spaceToken>" + made.element("spaceToken") + "</spaceToken>";
    well(call(THERE, "srmStatusOfReserveSpaceRequest", token(made)));
    Answer update =
        call(
            THERE,
            "srmUpdateSpace",
            space + "<newSizeOfTotalSpaceDesired>2000000</newSizeOfTotalSpaceDesired>");
    well(update);
    well(call(HERE, "srmStatusOfUpdateSpaceRequest", token(update)));
    Answer change =
        call(
            HERE,
            "srmChangeSpaceForFiles",
            surls("kept")
                + "<targetSpaceToken>"
                + made.element("spaceToken")
                + "</targetSpaceToken>");
    well(change);
    well(call(THERE, "srmStatusOfChangeSpaceForFilesRequest", token(change)));
    Answer facts =
        call(
            THERE,
            "srmGetSpaceMetaData",
            "<arrayOfSpaceTokens><stringArray>"
                + made.element("spaceToken")
                + "</stringArray></arrayOfSpaceTokens>");
    assertEquals("2000000", facts.element("totalSize"), facts.body());
    well(call(THERE, "srmReleaseSpace", space + "<forceFileRelease>true</forceFileRelease>"));
    assertNotEquals(
        "SRM_SUCCESS", call(HERE, "srmReleaseSpace", space).code(), "it is released already");
  }

  @Test
  void aCopy() throws Exception {
    file("original");
    Answer copy;
    try (SrmClient client =
        SrmClient.delegating("localhost", fleet.port(HERE), fleet.proxy("alice-voms"))) {
      copy =
          client.call(
              "srmCopy",
              "<arrayOfFileRequests><requestArray><sourceSURL>"
                  + surl("original")
                  + "</sourceSURL><targetSURL>"
                  + surl("copy")
                  + "</targetSURL></requestArray></arrayOfFileRequests>");
    }
    assertFalse(copy.element("requestToken").isEmpty(), copy.body());
    Answer done = ended("srmStatusOfCopyRequest", token(copy));
    assertEquals("SRM_SUCCESS", done.code(), done.body());
    assertEquals("bytes", Files.readString(fleet.files().resolve("copy")));
  }

  private static Answer ended(String operation, String fields) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    Answer answer = call(THERE, operation, fields);
    while (answer.code().equals("SRM_REQUEST_INPROGRESS")
        || answer.code().equals("SRM_REQUEST_QUEUED")) {
      assertTrue(System.nanoTime() < end, answer.body());
      LockSupport.parkNanos(20_000_000);
      answer = call(THERE, operation, fields);
    }
    return answer;
  }

  private static void file(String name) throws Exception {
    Answer put = call(HERE, "srmPrepareToPut", target(name));
    Files.writeString(physical(put), "bytes");
    assertEquals("SRM_SUCCESS", call(THERE, "srmPutDone", token(put) + surls(name)).fileCode());
  }

  private static void well(Answer answer) {
    assertEquals("SRM_SUCCESS", answer.code(), answer.body());
  }

  private static Answer call(int frontend, String operation, String fields) throws Exception {
    return call("alice-voms", frontend, operation, fields);
  }

  private static Answer call(String proxy, int frontend, String operation, String fields)
      throws Exception {
    try (SrmClient client = new SrmClient("localhost", fleet.port(frontend), fleet.proxy(proxy))) {
      return client.call(operation, fields);
    } catch (IOException e) {
      throw new IOException(operation + " at frontend " + frontend, e);
    }
  }

  private static Path physical(Answer put) {
    return Path.of("/" + put.element("transferURL").split("/", 4)[3].replaceFirst("^/+", ""));
  }

  private static String described(String text) {
    return "<userRequestDescription>" + text + "</userRequestDescription>";
  }

  private static String target(String name) {
    return "<arrayOfFileRequests><requestArray><targetSURL>"
        + surl(name)
        + "</targetSURL></requestArray></arrayOfFileRequests>";
  }

  private static String overwriting(String name) {
    return target(name) + "<overwriteOption>ALWAYS</overwriteOption>";
  }

  private static String sources(String name) {
    return "<arrayOfFileRequests><requestArray><sourceSURL>"
        + surl(name)
        + "</sourceSURL></requestArray></arrayOfFileRequests>";
  }

  private static String token(Answer begun) {
    return "<requestToken>" + begun.element("requestToken") + "</requestToken>";
  }

  private static String tokens(Answer begun) {
    return "<arrayOfRequestTokens><stringArray>"
        + begun.element("requestToken")
        + "</stringArray></arrayOfRequestTokens>";
  }

  private static String surls(String name) {
    return "<arrayOfSURLs><urlArray>" + surl(name) + "</urlArray></arrayOfSURLs>";
  }

  private static String surl(String name) {
    return "srm://localhost:" + fleet.port(HERE) + "/testvo/" + name;
  }
}
