package org.bora.s3;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.bora.api.word.PermissionMode;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Access control lists of buckets and objects. They do not exist: the rules of the storage area
 * decide. A query returns what the rules allow the caller; a change is accepted only if it changes
 * nothing.
 */
final class AclActs {
  private static final int READ = 4;
  private static final int WRITE = 2;
  private static final String FULL = "FULL_CONTROL";
  private static final String GRANTEE =
      "Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"";
  private static final Set<String> HOLDING =
      Set.of("private", "bucket-owner-full-control", "bucket-owner-read");

  private AclActs() {}

  static void get(S3Visit visit) throws Refused, IOException {
    Name name = named(visit);
    PermissionMode mode = visit.engine().permission(name);
    String owner = visit.exchange().calls().get().caller().dn();
    XmlText xml = XmlText.of("AccessControlPolicy");
    xml.open("Owner").leaf("ID", owner).leaf("DisplayName", owner).close("Owner");
    xml.open("AccessControlList");
    boolean reads = (mode.bits() & READ) != 0;
    boolean writes = (mode.bits() & WRITE) != 0;
    if (reads || writes) {
      xml.open("Grant").open(GRANTEE).leaf("ID", owner).leaf("DisplayName", owner).close("Grantee");
      xml.leaf("Permission", reads && writes ? FULL : reads ? "READ" : "WRITE").close("Grant");
    }
    visit.answer(xml.close("AccessControlList").end("AccessControlPolicy"));
  }

  static void put(S3Visit visit) throws Refused, IOException {
    named(visit);
    String canned = visit.headers().get("x-amz-acl");
    boolean grants =
        visit.headers().stream()
            .map(HttpField::getName)
            .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("x-amz-grant-"));
    if (grants || (canned != null && !HOLDING.contains(canned))) {
      throw refused();
    }
    visit
        .bodies()
        .read(
            visit,
            body -> {
              if (canned == null || body.length > 0) {
                requireHolding(visit, XmlTree.of(body, "AccessControlPolicy"));
              }
            });
    visit.answer(HttpStatus.OK_200);
  }

  /** Refuses every grant except those that the caller already has by the rules. */
  private static void requireHolding(S3Visit visit, XmlTree asked) throws Refused {
    String owner = visit.exchange().calls().get().caller().dn();
    for (XmlTree list : asked.all("AccessControlList")) {
      for (XmlTree grant : list.all("Grant")) {
        boolean holds =
            grant.of("Permission").filter(FULL::equals).isPresent()
                && grant.all("Grantee").stream()
                    .allMatch(one -> one.of("ID").filter(owner::equals).isPresent());
        if (!holds) {
          throw refused();
        }
      }
    }
  }

  private static Refused refused() {
    return S3Error.ACL_NOT_SUPPORTED.because(
        "the rules of the storage area decide who may do what: its administrators change them");
  }

  private static Name named(S3Visit visit) throws Refused, IOException {
    if (visit.asked().key().isEmpty()) {
      return visit.buckets().existing(visit.engine(), visit.bucketName());
    }
    ObjectKey key = visit.key();
    if (!key.namesDirectory() && Found.look(visit, key).isEmpty()) {
      throw S3Error.NO_SUCH_KEY.refusal();
    }
    return key.name();
  }
}
