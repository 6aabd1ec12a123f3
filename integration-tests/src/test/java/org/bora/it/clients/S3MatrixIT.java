package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

/** davix at the S3 door, with files of more than 512 MiB too, which it uploads in parts. */
class S3MatrixIT {

  @Test
  void everyCheckOfDavixPassesOverS3() throws IOException {
    Path log = Files.createDirectories(Path.of("target", "matrix-s3").toAbsolutePath());
    try (Site site = Site.up("s3-matrix")) {
      Matrix.allPass(site.shell(), "s3-matrix", 22, log, "testvo");
    }
  }
}
