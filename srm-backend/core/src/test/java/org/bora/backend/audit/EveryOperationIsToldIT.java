package org.bora.backend.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.directory.Permission;
import org.bora.api.directory.RmRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.request.TokenRequest;
import org.bora.api.wire.FailureCodec;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditedCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request of every operation there is, made from its type: a new one is tested unasked. */
class EveryOperationIsToldIT {

  private static final Surl SURL = new Surl("srm://h/area/a");

  private static final Call CALL =
      new Call(
          new Caller("/CN=alice", "/CN=ca", List.of(Fqan.parse("/testvo")), "192.0.2.1"),
          Instant.MAX,
          "trace-1");

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong nanos = new AtomicLong();
  private AuditLog log;
  private CallAudit audit;

  @TempDir Path directory;

  @BeforeEach
  void open() throws IOException {
    log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "backend"),
            Clock.systemUTC(),
            nanos::get,
            timer);
    audit = new CallAudit(new AuditedCalls(log, false, System::nanoTime));
  }

  @AfterEach
  void close() throws IOException {
    log.close();
    timer.shutdownNow();
  }

  /** Everything there and present, whatever the type. */
  private static Object sample(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Object one = sample(generic.getActualTypeArguments()[0]);
      return generic.getRawType() == List.class ? List.of(one) : Optional.of(one);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class) {
      return "text";
    } else if (plain == boolean.class) {
      return true;
    } else if (plain == Long.class || plain == long.class) {
      return 7L;
    } else if (plain == int.class) {
      return 7;
    } else if (plain == OptionalInt.class) {
      return OptionalInt.of(7);
    } else if (plain == OptionalLong.class) {
      return OptionalLong.of(7);
    } else if (plain == Instant.class) {
      return Instant.EPOCH;
    } else if (plain == Surl.class) {
      return SURL;
    } else if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    } else if (!plain.isRecord()) {
      return null; // what a credential holds
    }
    RecordComponent[] components = plain.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      boolean secret = components[i].getName().equals("credential");
      values[i] = secret ? Optional.empty() : sample(components[i].getGenericType());
    }
    var constructor = plain.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private List<String> lines(String operation) throws IOException {
    return Files.readAllLines(directory.resolve("audit-backend.log")).stream()
        .filter(line -> line.contains("\"op\":\"" + operation + "\""))
        .toList();
  }

  @Test
  void everyOperationThatIsDoneIsToldUnlessItOnlyAsks() throws Exception {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      String name = operation.name();
      Object request = sample(operation.question());
      Reply done = new StatusReply(ReturnStatus.success());

      assertEquals(done, audit.during(name, CALL, request, () -> done));

      int expected =
          Catalogue.isEnquiry(name) ? 0 : Math.max(1, AuditedQuestion.of(request).names().size());
      assertEquals(expected, lines(name).size(), name);
    }
  }

  @Test
  void everyRefusalIsToldWithWhoAskedAndWhatForAndWhy() throws Exception {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      String name = operation.name();
      Object request = sample(operation.question());
      Reply no = new StatusReply(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, "by rule 7"));

      audit.during(name, CALL, request, () -> no);

      List<String> lines = lines(name);
      assertEquals(1, lines.size(), name);
      String line = lines.getFirst();
      assertTrue(line.contains("\"id\":\"trace-1\""), line);
      assertTrue(line.contains("\"dn\":\"/CN=alice\",\"issuer\":\"/CN=ca\""), line);
      assertTrue(line.contains("\"fqans\":[\"/testvo\"],\"client\":\"192.0.2.1\""), line);
      assertTrue(line.contains("\"outcome\":\"refused\""), line);
      assertTrue(line.contains("\"status\":\"SRM_AUTHORIZATION_FAILURE\""), line);
      assertTrue(line.contains("by rule 7"), line);
      assertEquals(
          !AuditedQuestion.of(request).names().isEmpty(), line.contains(SURL.text()), line);
    }
  }

  @Test
  void strangersWriteNoLineWhateverKeysTheyMakeUp() throws IOException {
    Call stranger =
        new Call(SigningKeyRequest.unproven("192.0.2.9"), CALL.deadline(), CALL.trace());
    var request = new SigningKeyRequest("MADEUP", "20261129", "us-east-1", "s3");
    String name = Catalogue.SIGNING_KEY.name();
    for (SrmStatus code :
        List.of(
            SrmStatus.INVALID_PATH,
            SrmStatus.AUTHENTICATION_FAILURE,
            SrmStatus.AUTHORIZATION_FAILURE)) {
      audit.during(name, stranger, request, () -> new StatusReply(ReturnStatus.of(code, "no")));
    }
    assertEquals(List.of(), lines(name));
  }

  @Test
  void everySurpriseIsTold() throws Exception {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      String name = operation.name();
      BackendFailure away =
          new BackendFailure(BackendFailure.Kind.TRANSIENT, "the database is away", null);

      assertThrows(
          BackendFailure.class,
          () ->
              audit.during(
                  name,
                  CALL,
                  sample(operation.question()),
                  () -> {
                    throw away;
                  }));

      String line = lines(name).getFirst();
      assertTrue(line.contains("\"outcome\":\"failed\""), line);
      assertTrue(line.contains("the database is away"), line);
    }
  }

  @Test
  void ofThousandsOfFilesEachHasALineOfItsOwn() throws Exception {
    List<PutFileStatus> files = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      files.add(
          new PutFileStatus(
              new Surl("srm://h/area/" + i),
              ReturnStatus.of(SrmStatus.SPACE_AVAILABLE),
              OptionalLong.of(i),
              OptionalInt.empty(),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Optional.of("gsiftp://h/turl")));
    }
    PutReply reply =
        new PutReply(ReturnStatus.success(), Optional.of("token"), files, OptionalInt.empty());

    audit.during("srmPrepareToPut", CALL, new SurlsRequest(List.of()), () -> reply);

    List<String> lines = lines("srmPrepareToPut");
    assertEquals(10_000, lines.size());
    assertTrue(lines.getLast().contains("\"file\":10000,\"files\":10000"), lines.getLast());
    assertTrue(lines.getLast().contains("\"surl\":\"srm://h/area/9999\""), lines.getLast());
    assertTrue(lines.getLast().contains("\"request\":\"token\""), lines.getLast());
    assertTrue(lines.getLast().endsWith("\"bytes\":9999}"), lines.getLast());
    assertTrue(lines.stream().mapToInt(String::length).max().orElse(0) < 1000);
    assertFalse(lines.getFirst().contains("turl"));
  }

  @Test
  void whatNobodyHasTaughtTheLogIsNotDone() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            audit.during(
                "srmNew",
                CALL,
                new Object(),
                () -> {
                  throw new AssertionError("it was begun");
                }));
  }

  @Test
  void withoutRoomForALineNothingIsBegun() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));
    Files.move(link, directory.resolve("audit-backend.log"), StandardCopyOption.REPLACE_EXISTING);
    log.reopen();
    Reply done = new StatusReply(ReturnStatus.success());
    BackendFailure untold =
        assertThrows(
            BackendFailure.class,
            () -> audit.during("srmSuspendRequest", CALL, new TokenRequest("t"), () -> done));
    assertTrue(untold.mayHaveBegun(), "no other backend must do it again");

    BackendFailure told =
        assertThrows(
            BackendFailure.class,
            () ->
                audit.during(
                    "srmSuspendRequest",
                    CALL,
                    new TokenRequest("t"),
                    () -> {
                      throw new AssertionError("it was begun");
                    }));

    assertEquals(BackendFailure.Kind.TRANSIENT, told.kind());
    assertFalse(told.getMessage().contains("audit"), told.getMessage());
    assertFalse(told.mayHaveBegun());
    assertTrue(FailureCodec.wasTurnedAway(FailureCodec.toWire(told)), "another one may be asked");
    assertFalse(FailureCodec.wasTurnedAway(FailureCodec.toWire(untold)));
  }

  private void disk(Path there) throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("disk"), there);
    Files.move(link, directory.resolve("audit-backend.log"), StandardCopyOption.REPLACE_EXISTING);
    log.reopen();
  }

  private List<Surl> manyNames() {
    return IntStream.range(0, 10_000).mapToObj(i -> new Surl("srm://h/area/" + i)).toList();
  }

  private void expectAllToldLater() throws IOException {
    Files.delete(directory.resolve("audit-backend.log"));
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    log.check();
    List<String> lines = lines("srmRm");
    assertEquals(10_000, lines.size());
    assertTrue(lines.getLast().contains("\"surl\":\"srm://h/area/9999\""), lines.getLast());
  }

  @Test
  void whatWasDoneWhileTheDiskFilledIsToldToItsEndWhenThereIsRoom() throws Exception {
    disk(Path.of("/dev/full"));
    Reply done = new StatusReply(ReturnStatus.success());

    assertThrows(
        BackendFailure.class,
        () -> audit.during("srmRm", CALL, new RmRequest(manyNames()), () -> done));

    expectAllToldLater();
  }

  @Test
  void whatFailedWhileTheDiskFilledIsToldToItsEndToo() throws Exception {
    disk(Path.of("/dev/full"));

    IllegalStateException surprise =
        assertThrows(
            IllegalStateException.class,
            () ->
                audit.during(
                    "srmRm",
                    CALL,
                    new RmRequest(manyNames()),
                    () -> {
                      throw new IllegalStateException("for the test");
                    }));

    assertEquals(1, surprise.getSuppressed().length);
    expectAllToldLater();
  }

  @Test
  void allPermissionsThatWereSetAreTold() throws Exception {
    List<Permission> users =
        IntStream.range(0, 60)
            .mapToObj(i -> new Permission("/DC=org/CN=user" + i, PermissionMode.R))
            .toList();
    SetPermissionRequest set =
        new SetPermissionRequest(
            SURL, PermissionType.ADD, Optional.empty(), Optional.empty(), users, List.of());

    audit.during("srmSetPermission", CALL, set, () -> new StatusReply(ReturnStatus.success()));

    assertTrue(lines("srmSetPermission").getFirst().contains("/DC=org/CN=user59"));
  }
}
