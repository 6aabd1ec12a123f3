package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

class S3VisitTest {

  @Test
  void aRefusalHasTheHeadersOfTheServiceAndNoneOfTheObject() {
    HttpFields.Mutable headers =
        HttpFields.build()
            .put("x-amz-request-id", "t")
            .put("Access-Control-Allow-Origin", "*")
            .put("Vary", "Origin");
    HttpFields before = HttpFields.build(headers);
    headers
        .put("Content-Encoding", "gzip")
        .put("Cache-Control", "max-age=31536000")
        .put("Content-Disposition", "attachment")
        .put("Content-Range", "bytes */5")
        .put("x-amz-meta-name", "value")
        .put("x-amz-checksum-crc32", "AAAAAA==");
    S3Visit.unsay(headers, before);
    assertEquals(
        Set.of("x-amz-request-id", "Access-Control-Allow-Origin", "Vary", "Content-Range"),
        headers.getFieldNamesCollection());
  }
}
