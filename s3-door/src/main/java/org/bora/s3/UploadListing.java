package org.bora.s3;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.directory.KeyOrder;
import org.bora.api.put.PartsDirectory;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.Query;

/**
 * ListMultipartUploads. They lie in the directories of their objects, so that all directories below
 * the prefix are walked: for those who clean up, not for every day.
 */
final class UploadListing {
  /** That are put into order at once; the rest is listed when these have gone. */
  private static final int MOST = 10_000;

  private record Begun(String key, String id, Instant since, MultipartUpload.Plan plan) {}

  private UploadListing() {}

  static void serve(S3Visit visit) throws Refused, IOException {
    Query query = visit.asked().query();
    String prefix = query.get("prefix").orElse("");
    String delimiter = query.get("delimiter").orElse("");
    String keyMarker = query.get("key-marker").orElse("");
    String idMarker = query.get("upload-id-marker").orElse("");
    int most = ObjectListing.most(query, "max-uploads");
    List<Begun> shown = new ArrayList<>();
    Set<String> prefixes = new LinkedHashSet<>();
    boolean more = false;
    String last = "";
    String lastId = "";
    for (Begun upload : find(visit, prefix)) {
      if (isBehind(upload, keyMarker, idMarker)) {
        int at = delimiter.isEmpty() ? -1 : upload.key().indexOf(delimiter, prefix.length());
        String common = at < 0 ? "" : upload.key().substring(0, at + delimiter.length());
        if (!prefixes.contains(common)) {
          more = shown.size() + prefixes.size() == most;
          if (more) {
            break;
          }
          if (common.isEmpty()) {
            shown.add(upload);
          } else {
            prefixes.add(common);
          }
          last = common.isEmpty() ? upload.key() : common;
          lastId = common.isEmpty() ? upload.id() : "";
        }
      }
    }
    XmlText xml = XmlText.of("ListMultipartUploadsResult").leaf("Bucket", visit.bucketName());
    xml.leaf("KeyMarker", keyMarker).leaf("UploadIdMarker", idMarker);
    if (more && !last.isEmpty()) {
      xml.leaf("NextKeyMarker", last).leaf("NextUploadIdMarker", lastId);
    }
    xml.leaf("Prefix", prefix).leaf("Delimiter", delimiter).leaf("MaxUploads", most);
    xml.leaf("IsTruncated", String.valueOf(more));
    for (Begun upload : shown) {
      xml.open("Upload").leaf("Key", upload.key()).leaf("UploadId", upload.id());
      xml.leaf("StorageClass", "STANDARD").leaf("Initiated", upload.since());
      upload.plan().tellSum(xml);
      xml.close("Upload");
    }
    for (String common : prefixes) {
      xml.open("CommonPrefixes").leaf("Prefix", common).close("CommonPrefixes");
    }
    visit.answer(xml.end("ListMultipartUploadsResult"));
  }

  private static boolean isBehind(Begun upload, String keyMarker, String idMarker) {
    int order = KeyOrder.BYTES.compare(upload.key(), keyMarker);
    if (!keyMarker.isEmpty() && keyMarker.endsWith("/") && upload.key().startsWith(keyMarker)) {
      return false; // an earlier page ended with this prefix
    }
    return order > 0 || (order == 0 && !idMarker.isEmpty() && upload.id().compareTo(idMarker) > 0);
  }

  /** Uploads that are begun do not keep a bucket that has no object, as in S3. */
  static void abortAllOfEmpty(S3Visit visit, Name bucket) throws Refused {
    if (hasObject(visit, bucket)) {
      return;
    }
    Walk walk = new Walk(visit.engine(), bucket, "", "", false, true);
    for (Optional<Walk.Item> next = walk.next(); next.isPresent(); next = walk.next()) {
      visit.exchange().caller().check();
      String path = next.get().key();
      String plain = path.substring(0, path.length() - 1);
      ObjectKey key = new ObjectKey(plain, bucket);
      if (!PartsDirectory.isName(key.name().last())) {
        continue; // one that was made by another protocol, and only looks alike
      }
      if (hasObject(visit, bucket)) {
        return; // the bucket stays, and so do the other uploads
      }
      visit.engine().remove(key.name(), true);
      DirectoryMarkers.removeEmptied(visit.engine(), key);
    }
  }

  private static boolean hasObject(S3Visit visit, Name bucket) throws Refused {
    return new Walk(visit.engine(), bucket, "", "", false, false).next().isPresent();
  }

  private static List<Begun> find(S3Visit visit, String prefix) throws Refused, IOException {
    Name bucket = visit.buckets().existing(visit.engine(), visit.bucketName());
    // the directories of uploads do not begin with the names of their objects
    String directories = prefix.substring(0, prefix.lastIndexOf('/') + 1);
    Walk walk = new Walk(visit.engine(), bucket, directories, "", false, true);
    List<Begun> found = new ArrayList<>();
    Optional<Walk.Item> next = walk.next();
    for (; next.isPresent() && found.size() < MOST; next = walk.next()) {
      visit.exchange().caller().check();
      String path = next.get().key();
      String plain = path.substring(0, path.length() - 1);
      String above = plain.substring(0, plain.lastIndexOf('/') + 1);
      if (!PartsDirectory.isName(plain.substring(above.length()))) {
        continue;
      }
      String id = plain.substring(above.length() + ObjectKey.HIDDEN.length());
      // the record has the name; any one beside it leads there
      MultipartUpload upload = new MultipartUpload(id, new ObjectKey(above + "x", bucket));
      Optional<MultipartUpload.Known> known = upload.known(visit);
      String name = above + known.map(one -> one.plan().name()).orElse("");
      if (known.isPresent() && name.startsWith(prefix)) {
        found.add(new Begun(name, id, known.get().since(), known.get().plan()));
      }
    }
    found.sort(Comparator.comparing(Begun::key, KeyOrder.BYTES).thenComparing(Begun::id));
    return found;
  }
}
