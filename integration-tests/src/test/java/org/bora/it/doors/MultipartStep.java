package org.bora.it.doors;

import static org.bora.it.doors.S3DoorSite.names;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a backend has done for a multipart upload without its door hearing of it.
 *
 * @param request what the client has asked for
 * @param done whether the backend has come so far, by the directory of the object
 */
record MultipartStep(String name, Request request, Predicate<Path> done) {

  /** What a client asks for. */
  enum Request {
    CREATE,
    PART,
    COPY,
    LIST,
    COMPLETE,
    ABORT
  }

  /** The last part of the object's key. */
  static final String RESULT = "result";

  /** After which there is an upload whose identifier no client knows. */
  static final String RECORDED = "recorded";

  private static final String HIDDEN = ".bora-put-";
  private static final String PARTS = ".s3-upload-";
  private static final String RECORD = "object";
  private static final String PART = "part-";

  /** Each of them, in the order of an upload. */
  static List<MultipartStep> all() {
    return List.of(
        new MultipartStep("directory-made", Request.CREATE, d -> parts(d).isPresent()),
        new MultipartStep("record-begun", Request.CREATE, d -> has(parts(d), HIDDEN)),
        new MultipartStep(RECORDED, Request.CREATE, d -> has(parts(d), RECORD)),
        new MultipartStep("part-begun", Request.PART, d -> has(parts(d), HIDDEN)),
        new MultipartStep("part-there", Request.PART, d -> has(parts(d), PART)),
        new MultipartStep("copy-begun", Request.COPY, d -> has(parts(d), HIDDEN)),
        new MultipartStep("copy-there", Request.COPY, d -> has(parts(d), PART)),
        new MultipartStep("listing", Request.LIST, _ -> true),
        new MultipartStep("completion-begun", Request.COMPLETE, d -> has(Optional.of(d), HIDDEN)),
        new MultipartStep("completed", Request.COMPLETE, d -> has(Optional.of(d), RESULT)));
  }

  private static Optional<Path> parts(Path d) {
    return names(d).filter(name -> name.startsWith(PARTS)).map(d::resolve).findFirst();
  }

  private static boolean has(Optional<Path> directory, String prefix) {
    return directory.stream().flatMap(S3DoorSite::names).anyMatch(name -> name.startsWith(prefix));
  }
}
