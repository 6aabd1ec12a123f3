package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.door.http.Refused;
import org.bora.s3.sign.Query;
import org.junit.jupiter.api.Test;

class ActTest {
  /** What S3 has below buckets and objects (Amazon S3 API reference, November 2026). */
  private static final List<String> RESOURCES =
      List.of(
          "abac",
          "accelerate",
          "acl",
          "analytics",
          "attributes",
          "cors",
          "delete",
          "encryption",
          "intelligent-tiering",
          "inventory",
          "legal-hold",
          "lifecycle",
          "location",
          "logging",
          "metadataConfiguration",
          "metadataInventoryTable",
          "metadataJournalTable",
          "metadataTable",
          "metrics",
          "notification",
          "object-lock",
          "ownershipControls",
          "policy",
          "policyStatus",
          "publicAccessBlock",
          "renameObject",
          "replication",
          "requestPayment",
          "restore",
          "retention",
          "select",
          "session",
          "tagging",
          "torrent",
          "uploadId",
          "uploads",
          "versioning",
          "versions",
          "website");

  /** That are about a bucket or an object as a whole. */
  private static final Set<Act> PLAIN =
      EnumSet.of(
          Act.LIST_BUCKETS,
          Act.CREATE_BUCKET,
          Act.HEAD_BUCKET,
          Act.DELETE_BUCKET,
          Act.LIST_OBJECTS,
          Act.LIST_OBJECTS_V2,
          Act.GET_OBJECT,
          Act.HEAD_OBJECT,
          Act.PUT_OBJECT,
          Act.POST_OBJECT,
          Act.COPY_OBJECT,
          Act.DELETE_OBJECT);

  private static Act act(String method, String bucket, String key, String query) throws Refused {
    Optional<String> name = bucket.isEmpty() ? Optional.empty() : Optional.of(bucket);
    return Act.of(method, name, key, Query.of(query), false);
  }

  @Test
  void noRequestForSomethingElseIsTakenForTheBucketOrTheObject() throws Refused {
    for (String method : List.of("GET", "HEAD", "PUT", "POST", "DELETE")) {
      for (String resource : RESOURCES) {
        for (String key : List.of("", "k")) {
          for (String query : List.of(resource, resource + "=x", "x-id=a&" + resource)) {
            Act act = act(method, "b", key, query);
            assertEquals(false, PLAIN.contains(act), method + " " + key + "?" + query + ": " + act);
          }
        }
        assertEquals(Act.NOT_SERVED, act(method, "", "", resource), method + " /?" + resource);
      }
    }
  }

  @Test
  void whatIsServedOfThemIsFound() throws Refused {
    assertEquals(Act.BUCKET_SETTING, act("GET", "b", "", "publicAccessBlock"));
    assertEquals(Act.BUCKET_SETTING, act("DELETE", "b", "", "policy"));
    assertEquals(Act.NOT_SERVED, act("DELETE", "b", "", "publicAccessBlock"));
    assertEquals(Act.NOT_SERVED, act("DELETE", "b", "k", "legal-hold"));
    assertEquals(Act.PUT_ACL, act("PUT", "b", "", "acl"));
    assertEquals(Act.GET_ACL, act("GET", "b", "k", "acl"));
    assertEquals(Act.DELETE_BUCKET_CORS, act("DELETE", "b", "", "cors"));
    assertEquals(Act.GET_BUCKET_TAGGING, act("GET", "b", "", "tagging"));
    assertEquals(Act.DELETE_OBJECT_TAGGING, act("DELETE", "b", "k", "tagging"));
    assertEquals(Act.GET_BUCKET_LOCATION, act("GET", "b", "", "location"));
    assertEquals(Act.GET_BUCKET_VERSIONING, act("GET", "b", "", "versioning"));
    assertEquals(Act.DELETE_OBJECTS, act("POST", "b", "", "delete"));
    assertEquals(Act.GET_OBJECT_ATTRIBUTES, act("GET", "b", "k", "attributes"));
    assertEquals(Act.RESTORE_OBJECT, act("POST", "b", "k", "restore"));
    assertEquals(Act.LIST_MULTIPART_UPLOADS, act("GET", "b", "", "uploads&prefix=a"));
    assertEquals(Act.CREATE_MULTIPART_UPLOAD, act("POST", "b", "k", "uploads"));
    assertEquals(Act.UPLOAD_PART, act("PUT", "b", "k", "partNumber=1&uploadId=a"));
    assertEquals(Act.LIST_PARTS, act("GET", "b", "k", "uploadId=a"));
    assertEquals(Act.COMPLETE_MULTIPART_UPLOAD, act("POST", "b", "k", "uploadId=a"));
    assertEquals(Act.ABORT_MULTIPART_UPLOAD, act("DELETE", "b", "k", "uploadId=a"));
  }

  @Test
  void parametersThatAreNoResourcesChangeNothing() throws Refused {
    assertEquals(
        Act.GET_OBJECT, act("GET", "b", "k", "x-id=GetObject&partNumber=2&versionId=null"));
    assertEquals(Act.PUT_OBJECT, act("PUT", "b", "k", "x-id=PutObject"));
    assertEquals(Act.DELETE_BUCKET, act("DELETE", "b", "", "x-mine=1"));
    assertEquals(Act.LIST_OBJECTS_V2, act("GET", "b", "", "list-type=2&prefix=a&delimiter=%2F"));
    assertEquals(Act.NOT_SERVED, act("DELETE", "b", "k", "versionId=7"));
  }
}
