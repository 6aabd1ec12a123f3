package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.Permission;
import org.bora.api.directory.StatReply;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {
  private static final Instant CREATED = Instant.ofEpochSecond(1000);

  private static String file(StageTarget.State state, String error, Long started, Long finished) {
    StageTarget target =
        new StageTarget(
            new SentPath("/vo//a"),
            state,
            Optional.ofNullable(error),
            Optional.ofNullable(started).map(Instant::ofEpochSecond),
            Optional.ofNullable(finished).map(Instant::ofEpochSecond));
    String all = Answers.status("id", new StageAnswer(CREATED, List.of(target), Optional.empty()));
    return all.substring(all.indexOf("\"files\":[") + 9, all.length() - 2);
  }

  @Test
  void aFileHasItsStateAndWhatBelongsToIt() {
    assertEquals(
        "{\"path\":\"/vo//a\",\"state\":\"SUBMITTED\"}",
        file(StageTarget.State.SUBMITTED, null, null, null));
    assertEquals(
        "{\"path\":\"/vo//a\",\"state\":\"COMPLETED\",\"startedAt\":1001,\"finishedAt\":1002}",
        file(StageTarget.State.COMPLETED, null, 1001L, 1002L));
    assertEquals(
        "{\"path\":\"/vo//a\",\"state\":\"FAILED\",\"finishedAt\":1002,\"error\":\"no \\\"file\\\"\"}",
        file(StageTarget.State.FAILED, "no \"file\"", null, 1002L));
  }

  private static Attributes found(FileType type, FileLocality locality) {
    return new Attributes(
        type,
        1,
        CREATED,
        CREATED,
        new Permission("u", PermissionMode.RW),
        new Permission("g", PermissionMode.R),
        PermissionMode.NONE,
        locality,
        new RetentionPolicyInfo(RetentionPolicy.CUSTODIAL, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        FileStorageType.PERMANENT,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private static String told(ReturnStatus status, Optional<Attributes> found) {
    return Answers.archiveInfo(
        List.of(new SentPath("/vo/a")), List.of(new StatReply.Entry("/vo/a", status, found)));
  }

  @ParameterizedTest
  @CsvSource({
    "ONLINE, DISK",
    "NEARLINE, TAPE",
    "ONLINE_AND_NEARLINE, DISK_AND_TAPE",
    "LOST, LOST",
    "NONE, NONE",
    "UNAVAILABLE, UNAVAILABLE"
  })
  void localitiesAreThoseOfTheApi(FileLocality locality, String word) {
    assertEquals(
        "[{\"path\":\"/vo/a\",\"locality\":\"" + word + "\"}]",
        told(ReturnStatus.success(), Optional.of(found(FileType.FILE, locality))));
  }

  @Test
  void whatIsNoFileHasNoLocality() {
    assertEquals(
        "[{\"path\":\"/vo/a\",\"error\":\"no such file\"}]",
        told(ReturnStatus.of(SrmStatus.INVALID_PATH, "no such file"), Optional.empty()));
    assertEquals(
        "[{\"path\":\"/vo/a\",\"error\":\"it is not a file\"}]",
        told(ReturnStatus.success(), Optional.of(found(FileType.DIRECTORY, FileLocality.ONLINE))));
  }
}
