package org.bora.s3;

import java.util.Optional;
import java.util.Set;
import org.bora.s3.sign.Query;

/** What a request wants, by the names that S3 has. */
enum Act {
  LIST_BUCKETS("ListBuckets", Room.CALL),
  CREATE_BUCKET("CreateBucket", Room.CALL),
  HEAD_BUCKET("HeadBucket", Room.CALL),
  DELETE_BUCKET("DeleteBucket", Room.CALL),
  BUCKET_SETTING("a setting of a bucket", Room.CALL),
  GET_ACL("GetAcl", Room.CALL),
  PUT_ACL("PutAcl", Room.CALL),
  GET_BUCKET_CORS("GetBucketCors", Room.CALL),
  PUT_BUCKET_CORS("PutBucketCors", Room.CALL),
  DELETE_BUCKET_CORS("DeleteBucketCors", Room.CALL),
  GET_BUCKET_TAGGING("GetBucketTagging", Room.CALL),
  PUT_BUCKET_TAGGING("PutBucketTagging", Room.CALL),
  DELETE_BUCKET_TAGGING("DeleteBucketTagging", Room.CALL),
  GET_BUCKET_LOCATION("GetBucketLocation", Room.CALL),
  GET_BUCKET_VERSIONING("GetBucketVersioning", Room.CALL),
  LIST_OBJECTS("ListObjects", Room.CALL),
  LIST_OBJECTS_V2("ListObjectsV2", Room.CALL),
  DELETE_OBJECTS("DeleteObjects", Room.CALL),
  GET_OBJECT("GetObject", Room.TRANSFER),
  HEAD_OBJECT("HeadObject", Room.CALL),
  PUT_OBJECT("PutObject", Room.UPLOAD),
  POST_OBJECT("PostObject", Room.UPLOAD),
  COPY_OBJECT("CopyObject", Room.TRANSFER),
  DELETE_OBJECT("DeleteObject", Room.CALL),
  GET_OBJECT_ATTRIBUTES("GetObjectAttributes", Room.CALL),
  GET_OBJECT_TAGGING("GetObjectTagging", Room.CALL),
  PUT_OBJECT_TAGGING("PutObjectTagging", Room.CALL),
  DELETE_OBJECT_TAGGING("DeleteObjectTagging", Room.CALL),
  RESTORE_OBJECT("RestoreObject", Room.CALL),
  CREATE_MULTIPART_UPLOAD("CreateMultipartUpload", Room.CALL),
  UPLOAD_PART("UploadPart", Room.UPLOAD),
  UPLOAD_PART_COPY("UploadPartCopy", Room.TRANSFER),
  LIST_PARTS("ListParts", Room.CALL),
  LIST_MULTIPART_UPLOADS("ListMultipartUploads", Room.CALL),
  COMPLETE_MULTIPART_UPLOAD("CompleteMultipartUpload", Room.TRANSFER),
  ABORT_MULTIPART_UPLOAD("AbortMultipartUpload", Room.CALL),
  NOT_SERVED("another S3 request", Room.CALL);

  /** Where it takes its place, and what its body is. */
  enum Room {
    CALL,
    TRANSFER,
    /** A transfer whose body is the bytes of a file. */
    UPLOAD
  }

  /** Parameters that make another request of it, and are not served. */
  private static final Set<String> OTHERS =
      Set.of(
          "accelerate",
          "analytics",
          "encryption",
          "intelligent-tiering",
          "inventory",
          "legal-hold",
          "lifecycle",
          "logging",
          "metrics",
          "notification",
          "object-lock",
          "ownershipControls",
          "policy",
          "replication",
          "requestPayment",
          "retention",
          "select",
          "torrent",
          "versions",
          "website");

  private final String label;
  private final Room room;

  Act(String label, Room room) {
    this.label = label;
    this.room = room;
  }

  String label() {
    return label;
  }

  Room room() {
    return room;
  }

  /**
   * @param copies whether the request names a source to copy from
   */
  static Act of(String method, Optional<String> bucket, String key, Query query, boolean copies) {
    if (bucket.isPresent() && key.isEmpty() && BucketSettings.isOne(method, query)) {
      return BUCKET_SETTING;
    }
    if (query.parameters().stream().anyMatch(one -> OTHERS.contains(one.name()))) {
      return NOT_SERVED;
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
      case "PUT" -> query.has("versioning") ? NOT_SERVED : CREATE_BUCKET;
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
    if (version || query.has("cors")) {
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
