package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.files.Name;
import org.junit.jupiter.api.Test;

class NamedObjectsTest {
  private static final String SURL = "srm://h/srm/managerv2?SFN=";

  private final NamedObjects named =
      new NamedObjects(
          new Buckets(Map.of("area", new Name("/vo", true)), Optional.of(new Name("/made", true))),
          "h");

  private List<String> of(String bucket, String key) {
    return named.of(Optional.of(bucket), key, Optional.empty());
  }

  private String source(String text) {
    return named.of(Optional.empty(), "", Optional.of(text)).getFirst();
  }

  @Test
  void objectsAndBucketsHaveTheSurlsOfTheirFiles() {
    assertEquals(List.of(SURL + "/vo/a/b%20c"), of("area", "a/b c"));
    assertEquals(List.of(SURL + "/made/bucket/a"), of("bucket", "a/"), "a directory that was put");
    assertEquals(List.of(SURL + "/made/bucket"), of("bucket", ""));
    assertEquals(List.of(), named.of(Optional.empty(), "", Optional.empty()));
  }

  @Test
  void whatCanBeNoFileIsToldAsItWasSent() {
    assertEquals(List.of("/No_Bucket/a"), of("No_Bucket", "a"));
    assertEquals(List.of("/area/a//b"), of("area", "a//b"));
    assertEquals(List.of("/area/.s3-upload-1/x"), of("area", ".s3-upload-1/x"));
  }

  @Test
  void theSourceOfACopyComesSecond() {
    assertEquals(
        List.of(SURL + "/vo/to", SURL + "/made/bucket/from%20here"),
        named.of(Optional.of("area"), "to", Optional.of("/bucket/from%20here")));
    assertEquals(SURL + "/vo/a", source("area/a"));
    assertEquals("area/%zz", source("area/%zz"));
  }

  @Test
  void noQueryIsTold() {
    for (String query : List.of("?versionId=1", "?X-Amz-Signature=abc&versionId=null")) {
      assertEquals(SURL + "/vo/a", source("area/a" + query));
      assertEquals("area/%zz", source("area/%zz" + query));
      assertEquals("https://h/area/a", source("https://h/area/a" + query));
    }
  }
}
