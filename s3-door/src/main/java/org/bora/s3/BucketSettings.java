package org.bora.s3;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpStatus;

/**
 * What a bucket has no settings of: asked for, it is told that there are none, and to remove them
 * is done already. Clients look before they act. To make one is refused: the site's rules decide.
 */
final class BucketSettings {
  private enum Setting {
    POLICY("policy", S3Error.NO_SUCH_POLICY),
    CORS("cors", S3Error.NO_SUCH_CORS),
    TAGGING("tagging", S3Error.NO_SUCH_TAG_SET),
    WEBSITE("website", S3Error.NO_SUCH_WEBSITE),
    LOCK("object-lock", S3Error.NO_LOCK_CONFIGURATION);

    private final String parameter;
    private final S3Error missing;

    Setting(String parameter, S3Error missing) {
      this.parameter = parameter;
      this.missing = missing;
    }

    static Optional<Setting> of(Query query) {
      return Arrays.stream(values()).filter(one -> query.has(one.parameter)).findFirst();
    }
  }

  private static final String OWNERSHIP = "ownershipControls";

  private BucketSettings() {}

  static boolean isOne(String method, Query query) {
    return switch (method) {
      case "GET" -> query.has(OWNERSHIP) || Setting.of(query).isPresent();
      case "DELETE" -> Setting.of(query).filter(one -> one != Setting.LOCK).isPresent();
      default -> false;
    };
  }

  static void serve(Visit visit) throws Refused, IOException {
    visit.buckets().existing(visit.engine(), visit.bucketName());
    Optional<Setting> setting = Setting.of(visit.asked().query());
    if (visit.request().getMethod().equals("DELETE")) {
      visit.answer(HttpStatus.NO_CONTENT_204);
    } else if (setting.isPresent()) {
      throw setting.get().missing.refusal();
    } else {
      visit.answer(
          XmlText.of("OwnershipControls")
              .open("Rule")
              .leaf("ObjectOwnership", "BucketOwnerEnforced")
              .close("Rule")
              .end("OwnershipControls"));
    }
  }
}
