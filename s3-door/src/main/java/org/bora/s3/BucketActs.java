package org.bora.s3;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.word.FileType;
import org.bora.api.word.LogText;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Parents;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.answer.XmlTree;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on buckets. */
final class BucketActs {
  /** Buckets of one place that are listed; a site that has more lists them as directories. */
  private static final int MOST = 10_000;

  private static final int AT_ONCE = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(BucketActs.class);

  private BucketActs() {}

  static void list(S3Visit visit) throws Refused, IOException {
    TreeMap<String, Instant> found = new TreeMap<>();
    for (var area : visit.buckets().areas().entrySet()) {
      visible(visit.engine(), area.getValue())
          .ifPresent(entry -> found.put(area.getKey(), entry.createdAt()));
    }
    if (visit.buckets().place().isPresent()) {
      addMade(visit.engine(), visit.buckets(), found);
    }
    tell(visit, found);
  }

  private static void tell(S3Visit visit, NavigableMap<String, Instant> found)
      throws Refused, IOException {
    Query query = visit.asked().query();
    int most = most(query);
    String prefix = query.get("prefix").orElse("");
    // the token is the last name: no door has to remember it
    NavigableMap<String, Instant> left =
        found.tailMap(query.get("continuation-token").orElse(""), false);
    left.keySet().removeIf(name -> !name.startsWith(prefix));
    SequencedMap<String, Instant> page = new LinkedHashMap<>();
    left.entrySet().stream().limit(most).forEach(one -> page.put(one.getKey(), one.getValue()));
    String owner = visit.exchange().calls().get().caller().dn();
    XmlText xml = XmlText.of("ListAllMyBucketsResult");
    xml.open("Owner").leaf("ID", owner).leaf("DisplayName", owner).close("Owner").open("Buckets");
    page.forEach(
        (name, made) ->
            xml.open("Bucket").leaf("Name", name).leaf("CreationDate", made).close("Bucket"));
    xml.close("Buckets");
    if (!prefix.isEmpty()) {
      xml.leaf("Prefix", prefix);
    }
    if (left.size() > page.size()) {
      xml.leaf("ContinuationToken", page.lastEntry().getKey());
    }
    visit.answer(xml.end("ListAllMyBucketsResult"));
  }

  private static int most(Query query) throws Refused {
    String text = query.get("max-buckets").orElse("");
    if (text.isEmpty()) {
      return MOST;
    }
    try {
      int most = Integer.parseInt(text);
      if (most >= 1 && most <= MOST) {
        return most;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw S3Error.argument(
        "max-buckets", text, "Argument max-buckets must be an integer between 1 and 10000.");
  }

  private static Optional<Attributes> visible(Engine engine, Name directory) throws Refused {
    try {
      return engine.look(directory).filter(entry -> entry.type() == FileType.DIRECTORY);
    } catch (Refused refusal) {
      if (refusal.status() == HttpStatus.FORBIDDEN_403) {
        return Optional.empty();
      }
      throw refusal;
    }
  }

  private static void addMade(Engine engine, Buckets buckets, Map<String, Instant> found)
      throws Refused {
    String after = "";
    int left = MOST;
    do {
      OrderedLsReply reply;
      try {
        reply = engine.inOrder(buckets.place().orElseThrow(), "", after, AT_ONCE, Facts.NOTE);
      } catch (Refused refusal) {
        if (refusal.status() == HttpStatus.FORBIDDEN_403
            || refusal.status() == HttpStatus.NOT_FOUND_404) {
          return;
        }
        throw refusal;
      }
      for (OrderedEntry entry : reply.entries()) {
        if (entry.isDirectory() && Buckets.isPossible(entry.name())) {
          found.putIfAbsent(entry.name(), entry.modifiedAt());
        }
      }
      after = reply.next();
      left -= AT_ONCE;
    } while (!after.isEmpty() && left > 0);
  }

  /** With the quotas: no other request asks the engine for them. */
  static void head(S3Visit visit) throws Refused {
    Name directory = visit.buckets().existing(visit.engine(), visit.bucketName());
    tellQuotas(visit, directory);
    visit.header("x-amz-bucket-region", region(visit));
    visit.answer(HttpStatus.OK_200);
  }

  /** The bucket is there, whether or not its files can be counted now. */
  private static void tellQuotas(S3Visit visit, Name directory) {
    try {
      QuotaHeaders.of(visit.engine().quotas(directory)).forEach(visit::header);
    } catch (Refused | BackendFailure | NoTurn unknown) {
      LOG.debug(
          "the quotas of {} are not told: {}",
          directory.path(),
          LogText.of(String.valueOf(unknown.getMessage())));
    }
  }

  static void location(S3Visit visit) throws Refused, IOException {
    visit.buckets().existing(visit.engine(), visit.bucketName());
    visit.answer(XmlText.of("LocationConstraint").end("LocationConstraint"));
  }

  /** There are no versions, and never were. */
  static void versioning(S3Visit visit) throws Refused, IOException {
    visit.buckets().existing(visit.engine(), visit.bucketName());
    visit.answer(XmlText.of("VersioningConfiguration").end("VersioningConfiguration"));
  }

  private static String region(S3Visit visit) {
    return visit.proof().signed().scope().region();
  }

  static void create(S3Visit visit) throws Refused, IOException {
    ObjectWishes.of(visit.headers());
    AtomicReference<Tags> tags = new AtomicReference<>(Tags.NONE);
    visit.bodies().read(visit, body -> tags.set(wishes(visit, body)));
    String bucket = visit.bucketName();
    if (!visit.buckets().isArea(bucket) && !Buckets.isPossible(bucket)) {
      throw S3Error.INVALID_BUCKET_NAME.refusal();
    }
    if (visit.buckets().isArea(bucket)) {
      throw exists();
    }
    if (visit.buckets().place().isEmpty()) {
      throw S3Error.ACCESS_DENIED.because(
          "buckets are made by the site: endpoint.s3-buckets names no place for others");
    }
    if ("true".equalsIgnoreCase(visit.headers().get("x-amz-bucket-object-lock-enabled"))) {
      throw S3Error.NOT_IMPLEMENTED.because("objects are not locked here");
    }
    Name directory = visit.bucket();
    Parents.make(visit.engine(), directory);
    try {
      visit.engine().makeDirectory(directory);
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.PRECONDITION_FAILED_412 ? exists() : refusal;
    }
    visit.cors().forget(bucket);
    if (!tags.get().equals(Tags.NONE)) {
      TagActs.set(visit, tags.get());
    }
    visit.header("Location", "/" + bucket);
    visit.header("x-amz-bucket-arn", "arn:aws:s3:::" + bucket);
    visit.answer(HttpStatus.OK_200);
  }

  /**
   * The only region is the one in the client's signature; of the other settings only tags are
   * stored.
   */
  private static Tags wishes(S3Visit visit, byte[] body) throws Refused {
    if (body.length == 0) {
      return Tags.NONE;
    }
    XmlTree asked = XmlTree.of(body, "CreateBucketConfiguration");
    Optional<String> place = asked.of("LocationConstraint").filter(text -> !text.isEmpty());
    if (place.isPresent() && !place.get().equals(region(visit))) {
      throw S3Error.INVALID_LOCATION_CONSTRAINT.refusal().with("LocationConstraint", place.get());
    }
    List<XmlTree> sets = asked.all("Tags");
    return sets.isEmpty() ? Tags.NONE : Tags.of(sets.getFirst().all("Tag"), Tags.MOST_OF_BUCKET);
  }

  private static Refused exists() {
    return S3Error.BUCKET_ALREADY_OWNED_BY_YOU.refusal();
  }

  static void delete(S3Visit visit) throws Refused {
    if (visit.buckets().isArea(visit.bucketName())) {
      throw S3Error.METHOD_NOT_ALLOWED.because("a storage area is removed by the site alone");
    }
    Name directory = visit.buckets().existing(visit.engine(), visit.bucketName());
    try {
      UploadListing.abortAllOfEmpty(visit, directory);
      visit.engine().removeEmpty(directory, Optional.empty());
      visit.cors().forget(visit.bucketName());
    } catch (Refused refusal) {
      throw refusal.status() == HttpStatus.CONFLICT_409
          ? S3Error.BUCKET_NOT_EMPTY.refusal()
          : refusal;
    }
    visit.answer(HttpStatus.NO_CONTENT_204);
  }
}
