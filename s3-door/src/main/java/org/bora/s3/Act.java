package org.bora.s3;

import java.util.Optional;
import java.util.Set;
import org.bora.s3.sign.Query;

/** The operations of S3, by their S3 names. */
enum Act {
  LIST_BUCKETS("ListBuckets", Room.CALL),
  CREATE_BUCKET("CreateBucket", Room.CALL),
  HEAD_BUCKET("HeadBucket", Room.CALL),
  DELETE_BUCKET("DeleteBucket", Room.CALL),
  BUCKET_SETTING(
      "a setting of a bucket",
      Room.CALL,
      "object-lock",
      "ownershipControls",
      "policy",
      "policyStatus",
      "publicAccessBlock",
      "website"),
  GET_ACL("GetAcl", Room.CALL, "acl"),
  PUT_ACL("PutAcl", Room.CALL, "acl"),
  GET_BUCKET_CORS("GetBucketCors", Room.CALL, "cors"),
  PUT_BUCKET_CORS("PutBucketCors", Room.CALL, "cors"),
  DELETE_BUCKET_CORS("DeleteBucketCors", Room.CALL, "cors"),
  GET_BUCKET_TAGGING("GetBucketTagging", Room.CALL, "tagging"),
  PUT_BUCKET_TAGGING("PutBucketTagging", Room.CALL, "tagging"),
  DELETE_BUCKET_TAGGING("DeleteBucketTagging", Room.CALL, "tagging"),
  GET_BUCKET_LOCATION("GetBucketLocation", Room.CALL, "location"),
  GET_BUCKET_VERSIONING("GetBucketVersioning", Room.CALL, "versioning"),
  LIST_OBJECTS("ListObjects", Room.CALL),
  LIST_OBJECTS_V2("ListObjectsV2", Room.CALL),
  DELETE_OBJECTS("DeleteObjects", Room.CALL, "delete"),
  GET_OBJECT("GetObject", Room.TRANSFER),
  HEAD_OBJECT("HeadObject", Room.CALL),
  PUT_OBJECT("PutObject", Room.UPLOAD),
  POST_OBJECT("PostObject", Room.UPLOAD),
  COPY_OBJECT("CopyObject", Room.TRANSFER),
  DELETE_OBJECT("DeleteObject", Room.CALL),
  GET_OBJECT_ATTRIBUTES("GetObjectAttributes", Room.CALL, "attributes"),
  GET_OBJECT_TAGGING("GetObjectTagging", Room.CALL, "tagging"),
  PUT_OBJECT_TAGGING("PutObjectTagging", Room.CALL, "tagging"),
  DELETE_OBJECT_TAGGING("DeleteObjectTagging", Room.CALL, "tagging"),
  RESTORE_OBJECT("RestoreObject", Room.CALL, "restore"),
  CREATE_MULTIPART_UPLOAD("CreateMultipartUpload", Room.CALL, "uploads"),
  UPLOAD_PART("UploadPart", Room.UPLOAD, "uploadId"),
  UPLOAD_PART_COPY("UploadPartCopy", Room.TRANSFER, "uploadId"),
  LIST_PARTS("ListParts", Room.CALL, "uploadId"),
  LIST_MULTIPART_UPLOADS("ListMultipartUploads", Room.CALL, "uploads"),
  COMPLETE_MULTIPART_UPLOAD("CompleteMultipartUpload", Room.TRANSFER, "uploadId"),
  ABORT_MULTIPART_UPLOAD("AbortMultipartUpload", Room.CALL, "uploadId"),
  NOT_SERVED("another S3 request", Room.CALL);

  /** The limit under which an operation is admitted, and the kind of its body. */
  enum Room {
    CALL,
    TRANSFER,
    /** A transfer whose body is the bytes of a file. */
    UPLOAD
  }

  /**
   * Parameters of S3 that select something other than the bucket or the object itself: a request
   * with one that does not belong to it is not served.
   */
  private static final Set<String> RESOURCES =
      Set.of(
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

  private final String label;
  private final Room room;

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final Set<String> resources;

  /**
   * @param resources of {@link #RESOURCES} that it is about
   */
  Act(String label, Room room, String... resources) {
    this.label = label;
    this.room = room;
    this.resources = Set.of(resources);
  }

  String label() {
    return label;
  }

  Room room() {
    return room;
  }

  /** Whether the bytes of objects that it moves stay inside the service. */
  boolean isInside() {
    return this == COPY_OBJECT || this == UPLOAD_PART_COPY || this == COMPLETE_MULTIPART_UPLOAD;
  }

  /**
   * @param copies whether the request names a source to copy from
   */
  static Act of(String method, Optional<String> bucket, String key, Query query, boolean copies) {
    Act act = without(method, bucket, key, query, copies);
    boolean known =
        query.parameters().stream()
            .map(Query.Parameter::name)
            .allMatch(name -> !RESOURCES.contains(name) || act.resources.contains(name));
    return known ? act : NOT_SERVED;
  }

  /** The request without parameters that do not belong to it. */
  private static Act without(
      String method, Optional<String> bucket, String key, Query query, boolean copies) {
    if (bucket.isPresent() && key.isEmpty() && BucketSettings.isOne(method, query)) {
      return BUCKET_SETTING;
    }
    if (bucket.isEmpty()) {
      return method.equals("GET") ? LIST_BUCKETS : NOT_SERVED;
    }
    if (query.has("acl")) {
      return ofSetting(method, GET_ACL, PUT_ACL, NOT_SERVED);
    }
    return key.isEmpty() ? ofBucket(method, query) : ofObject(method, query, copies);
  }

  private static Act ofBucket(String method, Query query) {
    if (query.has("tagging")) {
      return ofSetting(method, GET_BUCKET_TAGGING, PUT_BUCKET_TAGGING, DELETE_BUCKET_TAGGING);
    }
    if (query.has("cors")) {
      return ofSetting(method, GET_BUCKET_CORS, PUT_BUCKET_CORS, DELETE_BUCKET_CORS);
    }
    return switch (method) {
      case "GET" -> {
        if (query.has("location")) {
          yield GET_BUCKET_LOCATION;
        }
        if (query.has("versioning")) {
          yield GET_BUCKET_VERSIONING;
        }
        if (query.has("uploads")) {
          yield LIST_MULTIPART_UPLOADS;
        }
        yield query.get("list-type").filter("2"::equals).isPresent()
            ? LIST_OBJECTS_V2
            : LIST_OBJECTS;
      }
      case "HEAD" -> HEAD_BUCKET;
      case "PUT" -> CREATE_BUCKET;
      case "DELETE" -> DELETE_BUCKET;
      case "POST" ->
          query.has("delete")
              ? DELETE_OBJECTS
              : query.parameters().isEmpty() ? POST_OBJECT : NOT_SERVED;
      default -> NOT_SERVED;
    };
  }

  private static Act ofSetting(String method, Act get, Act put, Act delete) {
    return switch (method) {
      case "GET" -> get;
      case "PUT" -> put;
      case "DELETE" -> delete;
      default -> NOT_SERVED;
    };
  }

  private static Act ofObject(String method, Query query, boolean copies) {
    boolean version = query.get("versionId").filter(id -> !id.equals("null")).isPresent();
    if (version) {
      return NOT_SERVED;
    }
    if (query.has("tagging")) {
      return ofSetting(method, GET_OBJECT_TAGGING, PUT_OBJECT_TAGGING, DELETE_OBJECT_TAGGING);
    }
    boolean upload = query.has("uploadId");
    return switch (method) {
      case "GET" ->
          upload ? LIST_PARTS : query.has("attributes") ? GET_OBJECT_ATTRIBUTES : GET_OBJECT;
      case "HEAD" -> HEAD_OBJECT;
      case "PUT" ->
          upload || query.has("partNumber")
              ? copies ? UPLOAD_PART_COPY : UPLOAD_PART
              : copies ? COPY_OBJECT : PUT_OBJECT;
      case "DELETE" -> upload ? ABORT_MULTIPART_UPLOAD : DELETE_OBJECT;
      case "POST" ->
          query.has("uploads")
              ? CREATE_MULTIPART_UPLOAD
              : upload
                  ? COMPLETE_MULTIPART_UPLOAD
                  : query.has("restore") ? RESTORE_OBJECT : NOT_SERVED;
      default -> NOT_SERVED;
    };
  }
}
