package org.bora.backend.accesskey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.ListAccessKeysRequest;
import org.bora.api.accesskey.SigningKeyReply;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.ban.BannedName;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.seal.KeyFile;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Access keys from their making to their end, on a real database and with real files. */
@ExtendWith(MariaDb.class)
class AccessKeysIT {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final String ALICE = "/DC=org/CN=Alice";
  private static final String MALLORY = "/DC=org/CN=Mallory";
  private static final String CA = "/DC=org/CN=CA";
  private static final Fqan MEMBER = new Fqan("/vo", "");
  private static final Fqan PRODUCTION = new Fqan("/vo", "production");
  private static final AccessKeySettings SETTINGS =
      new AccessKeySettings(3, Duration.ofDays(10), Duration.ofHours(6));

  private final SecureRandom random = new SecureRandom();
  private final SteppedTime time = new SteppedTime(START);
  private final List<String> banned = new ArrayList<>();
  private Path directory;
  private Database database;
  private Transactions transactions;
  private TokenSource tokens;
  private Functions keys;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path place) throws IOException {
    directory = place;
    database = new Database(schemas.migrated());
    transactions = new Transactions(database, Thread::sleep, random);
    tokens = new TokenSource(time, random);
    keys = backend("one");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Functions backend(String name) throws IOException {
    return backend(name, new ProcessMapping("bora"));
  }

  private Functions backend(String name, Mapping mapping) throws IOException {
    return AccessKeyOperations.of(
        SETTINGS,
        transactions,
        tokens,
        new Vault(transactions, tokens, file(name), random),
        mapping,
        new WrittenRules().area("vo", "/vo", "allow all to vo vo").book(),
        caller ->
            banned.contains(caller.dn())
                ? Optional.of(new BannedName(BannedName.Kind.DN, caller.dn(), "a test"))
                : Optional.empty());
  }

  private Path home(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  private KeyFile file(String name) throws IOException {
    return KeyFile.in(home(name), KeyFile.Kind.VAULT);
  }

  private Call call(Caller caller) {
    return new Call(caller, START.plus(Duration.ofDays(1)), "trace");
  }

  private static Caller alice(Fqan... fqans) {
    return new Caller(ALICE, CA, List.of(fqans), "192.0.2.1");
  }

  private AccessKeyReply create(Caller caller, String label, Optional<String> name) {
    return keys.call(
        Catalogue.CREATE_ACCESS_KEY,
        call(caller),
        new CreateAccessKeyRequest(label, OptionalLong.empty(), name));
  }

  private AccessKeyReply created(Caller caller) {
    AccessKeyReply reply = create(caller, "laptop", Optional.empty());
    assertEquals(SrmStatus.SUCCESS, reply.status().code(), reply.status()::explanation);
    return reply;
  }

  private static String id(AccessKeyReply reply) {
    return reply.keys().getFirst().id();
  }

  private SigningKeyReply signing(Functions backend, String id) {
    String today = time.instant().toString().substring(0, 10).replace("-", "");
    return signing(backend, id, today);
  }

  private SigningKeyReply signing(Functions backend, String id, String day) {
    return backend.call(
        Catalogue.SIGNING_KEY,
        call(SigningKeyRequest.unproven("192.0.2.9")),
        new SigningKeyRequest(id, day, "us-east-1", "s3"));
  }

  private SrmStatus code(String id) {
    return signing(keys, id).status().code();
  }

  private AccessKeyReply change(Caller caller, String id, Change change) {
    return keys.call(
        Catalogue.CHANGE_ACCESS_KEY, call(caller), new ChangeAccessKeyRequest(id, change));
  }

  private List<String> listed(Caller caller) {
    return keys
        .call(Catalogue.LIST_ACCESS_KEYS, call(caller), new ListAccessKeysRequest())
        .keys()
        .stream()
        .map(key -> key.id())
        .toList();
  }

  /** What only takes away from the rules must not become what stands in their place. */
  @Test
  void bearersOfMacaroonsHaveNoSayOverAccessKeys() {
    String id = id(created(alice(MEMBER)));
    Grant all = new Grant(List.of(new Scope(Action.MODIFY, "/", false)), Optional.of("no caveat"));
    Caller bearer = new Caller(ALICE, CA, List.of(MEMBER), "192.0.2.1", Optional.of(all));

    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        create(bearer, "laptop", Optional.empty()).status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, change(bearer, id, Change.REMOVE).status().code());
    assertEquals(List.of(), listed(bearer));
    assertEquals(List.of(id), listed(alice(MEMBER)));
  }

  @Test
  void aKeySignsAsItsOwnerUntilItsEnd() {
    AccessKeyReply made = created(alice(MEMBER, PRODUCTION));
    SigningKeyReply reply = signing(keys, id(made));
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(
        HexFormat.of()
            .formatHex(
                SignatureV4.signingKey(made.secret().orElseThrow(), "20261120", "us-east-1", "s3")),
        reply.key().orElseThrow().hex());
    Caller owner = reply.key().orElseThrow().owner().caller("198.51.100.7");
    assertEquals(new Caller(ALICE, CA, List.of(MEMBER, PRODUCTION), "198.51.100.7"), owner);
    assertEquals(START.plus(Duration.ofDays(10)), reply.key().orElseThrow().ends());
    time.pass(Duration.ofDays(10).minusMillis(1));
    assertEquals(SrmStatus.SUCCESS, code(id(made)));
    time.pass(Duration.ofMillis(1));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, code(id(made)));
    assertEquals(List.of(), listed(alice(MEMBER)));
  }

  @Test
  void theDatabaseHasNoSecretAndNoAnswerButTheFirst() {
    AccessKeyReply made = created(alice(MEMBER));
    String secret = made.secret().orElseThrow();
    byte[] sealed =
        transactions.read(
            sql -> sql.sql("SELECT sealed FROM access_key").query(byte[].class).single());
    assertFalse(new String(sealed, java.nio.charset.StandardCharsets.ISO_8859_1).contains(secret));
    assertFalse(made.toString().contains(secret));
    assertTrue(change(alice(MEMBER), id(made), Change.RENEW).secret().isEmpty());
  }

  @Test
  void aSigningKeyIsForADayThatIsNear() {
    String id = id(created(alice(MEMBER)));
    for (String day : List.of("20261112", "20261121")) {
      assertEquals(SrmStatus.SUCCESS, signing(keys, id, day).status().code(), day);
    }
    for (String day : List.of("20261111", "20261122", "2026112", "")) {
      assertEquals(SrmStatus.INVALID_REQUEST, signing(keys, id, day).status().code(), day);
    }
  }

  @Test
  void anOwnerHasSoManyKeysAndNotOneMore() throws Exception {
    List<Callable<AccessKeyReply>> work = new ArrayList<>();
    for (int at = 0; at < 12; at++) {
      work.add(() -> create(alice(MEMBER), "race", Optional.empty()));
    }
    int made = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      for (Future<AccessKeyReply> one : threads.invokeAll(work)) {
        SrmStatus status = one.get().status().code();
        made += status == SrmStatus.SUCCESS ? 1 : 0;
        assertTrue(status == SrmStatus.SUCCESS || status == SrmStatus.EXCEED_ALLOCATION);
      }
    }
    assertEquals(3, made);
    assertEquals(3, listed(alice(MEMBER)).size());
    change(alice(MEMBER), listed(alice(MEMBER)).getFirst(), Change.REMOVE);
    created(alice(MEMBER));
    created(new Caller("/CN=Bob", CA, List.of(MEMBER), "192.0.2.1"));
    time.pass(Duration.ofDays(10));
    created(alice(MEMBER));
  }

  @Test
  void aRepeatedRequestOfOneNameHasOneKeyWithAKnownSecret() {
    AccessKeyReply lost = create(alice(MEMBER), "a", Optional.of("request 1"));
    AccessKeyReply again = create(alice(MEMBER), "a", Optional.of("request 1"));
    assertEquals(id(lost), id(again));
    assertNotEquals(lost.secret(), again.secret());
    String hex = signing(keys, id(again)).key().orElseThrow().hex();
    assertEquals(
        HexFormat.of()
            .formatHex(
                SignatureV4.signingKey(
                    again.secret().orElseThrow(), "20261120", "us-east-1", "s3")),
        hex);
    AccessKeyReply used = create(alice(MEMBER), "a", Optional.of("request 1"));
    assertEquals(SrmStatus.DUPLICATION_ERROR, used.status().code());
    assertEquals(
        SrmStatus.DUPLICATION_ERROR,
        create(alice(MEMBER, PRODUCTION), "a", Optional.of("request 1")).status().code());
    assertNotEquals(id(lost), id(create(alice(MEMBER), "a", Optional.of("request 2"))));
  }

  @Test
  void aCredentialGetsNothingFromAKeyThatItDoesNotHave() {
    String id = id(created(alice(MEMBER, PRODUCTION)));
    for (Change change : List.of(Change.ROTATE, Change.RENEW, Change.ENABLE)) {
      assertEquals(
          SrmStatus.AUTHORIZATION_FAILURE,
          change(alice(MEMBER), id, change).status().code(),
          change::name);
      assertEquals(
          SrmStatus.SUCCESS, change(alice(PRODUCTION, MEMBER), id, change).status().code());
    }
    Caller mallory = new Caller(MALLORY, CA, List.of(MEMBER, PRODUCTION), "192.0.2.1");
    for (Change change : Change.values()) {
      assertEquals(SrmStatus.INVALID_PATH, change(mallory, id, change).status().code());
    }
    assertEquals(List.of(), listed(mallory));
    assertEquals(SrmStatus.SUCCESS, change(alice(), id, Change.DISABLE).status().code());
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, code(id));
    assertEquals(SrmStatus.SUCCESS, change(alice(), id, Change.REMOVE).status().code());
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, code(id));
  }

  @Test
  void aKeyOfATokenGivesWhatTheTokenAllowedAndEndsSooner() {
    Grant read = new Grant(List.of(new Scope(Action.READ, "/vo/a", true)));
    Grant wide =
        new Grant(
            List.of(new Scope(Action.READ, "/vo", false), new Scope(Action.MODIFY, "/", true)));
    Caller reader =
        new Caller("/SUB=a", "https://iam", List.of(MEMBER), "192.0.2.1", Optional.of(read));
    Caller writer =
        new Caller("/SUB=a", "https://iam", List.of(MEMBER), "192.0.2.1", Optional.of(wide));
    String narrow = id(created(reader));
    String broad = id(created(writer));
    SigningKeyReply reply = signing(keys, narrow);
    assertEquals(Optional.of(read), reply.key().orElseThrow().owner().grant());
    assertEquals(START.plus(Duration.ofHours(6)), reply.key().orElseThrow().ends());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, change(reader, broad, Change.ROTATE).status().code());
    assertEquals(SrmStatus.SUCCESS, change(writer, narrow, Change.ROTATE).status().code());
  }

  @Test
  void aBannedOrUnmappedOwnerHasNothing() throws IOException {
    String id = id(created(alice(MEMBER)));
    banned.add(ALICE);
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, code(id));
    banned.clear();
    assertEquals(SrmStatus.SUCCESS, code(id));
    Functions unmapped = backend("one", caller -> new Mapping.Mapped.Refused("not mapped"));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, signing(unmapped, id).status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        unmapped
            .call(
                Catalogue.CREATE_ACCESS_KEY,
                call(alice(MEMBER)),
                new CreateAccessKeyRequest("", OptionalLong.empty(), Optional.empty()))
            .status()
            .code());
    Caller stranger = new Caller(MALLORY, CA, List.of(), "192.0.2.1");
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, create(stranger, "", Optional.empty()).status().code());
  }

  @Test
  void anAlteredRowOpensNothing() {
    String id = id(created(alice(MEMBER)));
    for (String change :
        List.of(
            "owner_dn = '" + MALLORY + "'",
            "issuer = '/CN=other'",
            "fqans = '/vo/Role=production'",
            "scopes = 'MODIFY /'",
            "ends_ms = ends_ms + 1")) {
      assertEquals(SrmStatus.SUCCESS, code(id));
      String column = change.substring(0, change.indexOf(' '));
      transactions.run(
          sql ->
              sql.sql("UPDATE access_key SET made_by = COALESCE(" + column + ", ''), " + change)
                  .update());
      assertEquals(SrmStatus.AUTHENTICATION_FAILURE, code(id), change);
      transactions.run(
          sql ->
              sql.sql(
                      "UPDATE access_key SET "
                          + column
                          + " = "
                          + (column.equals("scopes") ? "NULL" : "made_by"))
                  .update());
    }
  }

  @Test
  void theTimeOfTheLastUseIsNotedOnceAnHour() {
    String id = id(created(alice(MEMBER)));
    code(id);
    time.pass(Duration.ofMinutes(59));
    code(id);
    assertEquals(Optional.of(START), used());
    time.pass(Duration.ofMinutes(1));
    code(id);
    assertEquals(Optional.of(START.plus(Duration.ofHours(1))), used());
  }

  private Optional<Instant> used() {
    return keys.call(Catalogue.LIST_ACCESS_KEYS, call(alice(MEMBER)), new ListAccessKeysRequest())
        .keys()
        .getFirst()
        .used();
  }

  @Test
  void aBackendWithoutTheVaultSaysSoAndMakesNoOther() throws IOException {
    Functions two = backend("two");
    assertEquals(
        SrmStatus.AUTHENTICATION_FAILURE, signing(two, "BORA").status().code(), "no vault yet");
    String id = id(created(alice(MEMBER)));
    assertThrows(BackendFailure.class, () -> signing(two, id));
    CreateAccessKeyRequest request =
        new CreateAccessKeyRequest("", OptionalLong.empty(), Optional.empty());
    BackendFailure failure =
        assertThrows(
            BackendFailure.class,
            () -> two.call(Catalogue.CREATE_ACCESS_KEY, call(alice(MEMBER)), request));
    assertFalse(failure.mayHaveBegun(), "another backend may be asked");
    assertFalse(file("two").isThere());
    Files.copy(home("one").resolve("vault.keys"), home("two").resolve("vault.keys"));
    Files.setPosixFilePermissions(
        home("two").resolve("vault.keys"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    assertEquals(SrmStatus.SUCCESS, signing(two, id).status().code());
  }

  @Test
  void afterTheLossOfTheVaultKeysAreMadeAnew() throws IOException {
    String id = id(created(alice(MEMBER)));
    file("one").remove();
    assertThrows(BackendFailure.class, () -> signing(keys, id));
    AccessKeyDesk desk =
        new AccessKeyDesk(
            transactions, tokens, new Vault(transactions, tokens, file("one"), random), SETTINGS);
    assertEquals(1, desk.reset());
    String fresh = id(created(alice(MEMBER)));
    assertEquals(SrmStatus.SUCCESS, code(fresh));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, code(id));
  }
}
