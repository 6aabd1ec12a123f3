package org.bora.s3;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.put.SeenFile;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpStatus;

/**
 * DeleteObject and DeleteObjects. Empty directories are removed with their last object: the backend
 * refuses to remove one with a running upload, and an upload that finds its directory gone creates
 * it again.
 */
final class Removing {
  private static final int MOST_KEYS = 1000;
  private static final String IF_TIME = "x-amz-if-match-last-modified-time";

  private Removing() {}

  static void one(S3Visit visit) throws Refused, IOException {
    ObjectKey key = visit.key();
    Optional<Found> same = requireSame(visit, key);
    remove(visit, key, Optional.ofNullable(visit.headers().get("If-Match")), same);
    visit.answer(HttpStatus.NO_CONTENT_204);
  }

  /**
   * What is not there is removed already.
   *
   * @param same what the request has been compared with before
   */
  private static void remove(
      S3Visit visit, ObjectKey key, Optional<String> match, Optional<Found> same)
      throws Refused, IOException {
    Optional<Found> only =
        match.isPresent() ? Optional.of(requireMatch(visit, key, match.get(), same)) : same;
    try {
      if (key.namesDirectory()) {
        DirectoryMarkers.remove(visit, key.name());
      } else {
        visit
            .engine()
            .remove(key.name(), only.map(found -> new SeenFile(found.size(), found.modified())));
      }
    } catch (Refused refusal) {
      if (!isNoObject(refusal) || (!key.namesDirectory() && isOther(visit, key, refusal))) {
        throw refusal;
      }
      if (refusal.status() == HttpStatus.NOT_FOUND_404) {
        visit.buckets().existing(visit.engine(), visit.bucketName());
      }
      return;
    }
    DirectoryMarkers.removeEmptied(visit.engine(), key);
  }

  /** Size and time, if the request requires them. */
  private static Optional<Found> requireSame(S3Visit visit, ObjectKey key)
      throws Refused, IOException {
    String size = visit.headers().get("x-amz-if-match-size");
    String time = visit.headers().get(IF_TIME);
    if (size == null && time == null) {
      return Optional.empty();
    }
    Found found = Found.look(visit, key).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
    long seconds = found.modified().getEpochSecond();
    if ((size != null && !size.strip().equals(String.valueOf(found.size())))
        || (time != null && time(IF_TIME, time).getEpochSecond() != seconds)) {
      throw S3Error.PRECONDITION_FAILED.because("the object has another size or time");
    }
    return Optional.of(found);
  }

  static Instant time(String header, String text) throws Refused {
    try {
      return HttpDateTime.parse(text).toInstant();
    } catch (IllegalArgumentException e) {
      throw S3Error.argument(header, text, "it is no time of HTTP");
    }
  }

  private static Found requireMatch(
      S3Visit visit, ObjectKey key, String match, Optional<Found> same)
      throws Refused, IOException {
    Found found =
        same.isPresent()
            ? same.get()
            : Found.look(visit, key).orElseThrow(() -> S3Error.NO_SUCH_KEY.refusal());
    String tag = match.strip().replace("\"", "");
    if (!tag.equals("*") && !found.tag().replace("\"", "").equals(tag)) {
      throw S3Error.PRECONDITION_FAILED.because("the condition If-Match failed");
    }
    return found;
  }

  /** Nothing there, a directory with something in it, or a directory where a file was meant. */
  private static boolean isNoObject(Refused refusal) {
    return refusal.status() == HttpStatus.NOT_FOUND_404
        || refusal.status() == HttpStatus.CONFLICT_409
        || refusal.status() == HttpStatus.BAD_REQUEST_400;
  }

  private static boolean isOther(S3Visit visit, ObjectKey key, Refused refusal) throws Refused {
    return refusal.status() != HttpStatus.NOT_FOUND_404 && !visit.engine().isDirectory(key.name());
  }

  static void several(S3Visit visit) throws Refused, IOException {
    visit.bodies().read(visit, body -> several(visit, XmlTree.of(body, "Delete")));
  }

  private static void several(S3Visit visit, XmlTree asked) throws Refused, IOException {
    List<Listed> objects = listed(asked);
    Name bucket = visit.buckets().existing(visit.engine(), visit.bucketName());
    boolean quiet = asked.of("Quiet").filter(text -> text.strip().equals("true")).isPresent();
    XmlText xml = XmlText.of("DeleteResult");
    for (Listed object : objects) {
      String text = object.key();
      Optional<Refused> refusal =
          object.unserved().isPresent()
              ? object.unserved()
              : tryToRemove(visit, bucket, text, object.match());
      if (refusal.isPresent()) {
        visit.refusing(refusal.get(), text);
        xml.open("Error").leaf("Key", text).leaf("Code", refusal.get().code().orElseThrow());
        xml.leaf("Message", S3Error.message(refusal.get())).close("Error");
      } else if (!quiet) {
        xml.open("Deleted").leaf("Key", text).close("Deleted");
      }
    }
    visit.answer(xml.end("DeleteResult"));
  }

  /**
   * An entry in a list of objects to remove.
   *
   * @param unserved why it is not removed, where it asks for what there is not: the object of the
   *     key would be another one than the client means
   */
  record Listed(String key, Optional<String> match, Optional<Refused> unserved) {}

  /**
   * The whole list, before anything of it is removed: a request that is answered with an error has
   * removed nothing.
   */
  static List<Listed> listed(XmlTree asked) throws Refused {
    List<XmlTree> objects = asked.all("Object");
    if (objects.size() > MOST_KEYS) {
      throw S3Error.MALFORMED_XML.because("a list has " + MOST_KEYS + " objects at most");
    }
    List<Listed> all = new ArrayList<>();
    for (XmlTree object : objects) {
      String key =
          object
              .of("Key")
              .filter(text -> !text.isEmpty())
              .orElseThrow(() -> S3Error.MALFORMED_XML.because("an object of the list has no Key"));
      all.add(new Listed(key, object.of("ETag"), unserved(object)));
    }
    return all;
  }

  private static Optional<Refused> unserved(XmlTree object) {
    boolean version =
        object.of("VersionId").filter(id -> !id.isEmpty() && !id.equals("null")).isPresent();
    boolean condition = object.of("Size").isPresent() || object.of("LastModifiedTime").isPresent();
    return version || condition
        ? Optional.of(
            S3Error.NOT_IMPLEMENTED.because(
                "versions, and the conditions Size and LastModifiedTime, are not served in a list"))
        : Optional.empty();
  }

  private static Optional<Refused> tryToRemove(
      S3Visit visit, Name bucket, String text, Optional<String> match) throws IOException {
    try {
      visit.exchange().caller().check();
      remove(visit, ObjectKey.of(text, bucket), match, Optional.empty());
      return Optional.empty();
    } catch (Refused refusal) {
      return Optional.of(S3Error.of(refusal));
    }
  }
}
