package org.bora.s3;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpHeader;

/** GetObjectAttributes: the requested facts about an object. */
final class ObjectAttributes {
  private static final String HEADER = "x-amz-object-attributes";
  private static final Set<String> KNOWN =
      Set.of("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize");

  private ObjectAttributes() {}

  static void serve(S3Visit visit) throws Refused, IOException {
    visit.buckets().existing(visit.engine(), visit.bucketName());
    List<String> wanted = visit.headers().getCSV(HEADER, false);
    if (wanted.isEmpty()) {
      throw S3Error.INVALID_REQUEST.because(
          "The x-amz-object-attributes header specifying the attributes to be retrieved is either"
              + " missing or empty");
    }
    for (String one : wanted) {
      if (!KNOWN.contains(one)) {
        throw S3Error.argument(HEADER, one, "Invalid attribute name specified.");
      }
    }
    Found found = Found.look(visit, visit.key()).orElseThrow(S3Error.NO_SUCH_KEY::refusal);
    visit.header(
        HttpHeader.LAST_MODIFIED.asString(),
        HttpDateTime.format(found.modified().atOffset(ZoneOffset.UTC)));
    XmlText xml = XmlText.of("GetObjectAttributesResponse");
    if (wanted.contains("ETag")) {
      xml.leaf("ETag", found.tag().replace("\"", ""));
    }
    if (wanted.contains("Checksum") && !found.facts().sums().isEmpty()) {
      xml.open("Checksum");
      found.facts().sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
      xml.leaf("ChecksumType", found.facts().checksumType()).close("Checksum");
    }
    int parts = PartSizes.spans(found.facts().parts()).size();
    if (wanted.contains("ObjectParts") && parts > 0) {
      xml.open("ObjectParts").leaf("PartsCount", parts).close("ObjectParts");
    }
    if (wanted.contains("StorageClass")) {
      xml.leaf("StorageClass", found.storageClass());
    }
    if (wanted.contains("ObjectSize")) {
      xml.leaf("ObjectSize", found.size());
    }
    visit.answer(xml.end("GetObjectAttributesResponse"));
  }
}
