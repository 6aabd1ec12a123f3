package org.bora.s3;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Settings that buckets do not have, or that are the same for all. Queries are answered, because
 * clients ask before they act. Removing a missing setting, or setting the existing value, succeeds.
 * Any other change is refused: the rules of the storage area decide.
 */
final class BucketSettings {
  private enum Setting {
    POLICY("policy", Optional.of(S3Error.NO_SUCH_POLICY)),
    POLICY_STATUS("policyStatus", Optional.of(S3Error.NO_SUCH_POLICY)),
    WEBSITE("website", Optional.of(S3Error.NO_SUCH_WEBSITE)),
    LOCK("object-lock", Optional.of(S3Error.NO_LOCK_CONFIGURATION)),
    OWNERSHIP("ownershipControls", Optional.empty()),
    PUBLIC_ACCESS("publicAccessBlock", Optional.empty());

    private final String parameter;

    @SuppressWarnings("ImmutableEnumChecker") // of an enum
    private final Optional<S3Error> missing;

    Setting(String parameter, Optional<S3Error> missing) {
      this.parameter = parameter;
      this.missing = missing;
    }

    static Optional<Setting> of(Query query) {
      return Arrays.stream(values()).filter(one -> query.has(one.parameter)).findFirst();
    }
  }

  private static final String ENFORCED = "BucketOwnerEnforced";

  /** Nothing is public here, whatever a list or a policy would say. */
  private static final List<String> BLOCKS =
      List.of("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets");

  private BucketSettings() {}

  static boolean isOne(String method, Query query) {
    Optional<Setting> setting = Setting.of(query);
    return switch (method) {
      case "GET" -> setting.isPresent();
      case "DELETE" ->
          setting.filter(one -> one == Setting.POLICY || one == Setting.WEBSITE).isPresent();
      case "PUT" ->
          setting.filter(one -> one == Setting.POLICY || one.missing.isEmpty()).isPresent();
      default -> false;
    };
  }

  static void serve(S3Visit visit) throws Refused, IOException {
    visit.buckets().existing(visit.engine(), visit.bucketName());
    Setting setting = Setting.of(visit.asked().query()).orElseThrow();
    switch (visit.request().getMethod()) {
      case "DELETE" -> visit.answer(HttpStatus.NO_CONTENT_204);
      case "PUT" -> {
        if (setting == Setting.POLICY) {
          throw notKept();
        }
        visit.bodies().read(visit, body -> requireHolding(setting, body));
        visit.answer(HttpStatus.OK_200);
      }
      default -> get(visit, setting);
    }
  }

  private static void get(S3Visit visit, Setting setting) throws Refused, IOException {
    if (setting.missing.isPresent()) {
      throw setting.missing.get().refusal();
    }
    if (setting == Setting.OWNERSHIP) {
      XmlText xml = XmlText.of("OwnershipControls").open("Rule");
      xml.leaf("ObjectOwnership", ENFORCED).close("Rule");
      visit.answer(xml.end("OwnershipControls"));
      return;
    }
    XmlText xml = XmlText.of("PublicAccessBlockConfiguration");
    BLOCKS.forEach(block -> xml.leaf(block, "true"));
    visit.answer(xml.end("PublicAccessBlockConfiguration"));
  }

  private static void requireHolding(Setting setting, byte[] body) throws Refused {
    boolean holds =
        setting == Setting.OWNERSHIP
            ? XmlTree.of(body, "OwnershipControls").all("Rule").stream()
                .allMatch(rule -> rule.of("ObjectOwnership").equals(Optional.of(ENFORCED)))
            : XmlTree.of(body, "PublicAccessBlockConfiguration").children().stream()
                .allMatch(block -> block.text().strip().equals("true"));
    if (!holds) {
      throw notKept();
    }
  }

  private static Refused notKept() {
    return S3Error.NOT_IMPLEMENTED.because(
        "the rules of the storage area decide who may do what: its administrators change them");
  }
}
