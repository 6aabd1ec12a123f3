package org.bora.backend.pin;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.Recursion;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class DirectoryPinsIT {
  private static final String BASE = "srm://se.example.org/vo/d";
  private SmallSite site;
  private Path root;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    root = directory;
    Files.createDirectories(root.resolve("d/e/f"));
    Files.createDirectories(root.resolve("empty"));
    for (String name : List.of("d/1", "d/50%25", "d/secret", "d/e/2", "d/e/f/3")) {
      Files.writeString(root.resolve(name), name);
    }
    Files.createSymbolicLink(root.resolve("d/link"), Path.of("1"));
    site = new SmallSite(schemas.migrated(), root, new SteppedTime(SmallSite.START));
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private static GetRequest request(String surl, Recursion recursion) {
    return new GetRequest(
        List.of(new SourceFile(new Surl(surl), Optional.of(recursion))),
        "",
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private GetReply get(String surl, Recursion recursion) {
    return site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), request(surl, recursion));
  }

  private static Recursion levels(int levels) {
    return new Recursion(false, OptionalInt.of(levels));
  }

  private static List<String> surls(GetReply reply) {
    return reply.files().stream().map(file -> file.surl().text()).sorted().toList();
  }

  @Test
  void theFilesOfADirectoryArePinnedUnderTheirOwnNames() {
    GetReply reply = get(BASE + "/", levels(1));
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(
        List.of(BASE + "/1", BASE + "/50%2525", BASE + "/secret"), surls(reply), "no links");
    Surl one =
        reply.files().stream()
            .map(GetFileStatus::surl)
            .sorted((a, b) -> a.text().compareTo(b.text()))
            .toList()
            .get(1);
    GetReply later =
        site.gets.call(
            Catalogue.STATUS_OF_GET,
            site.call(ALICE),
            new StatusRequest(reply.token().orElseThrow(), List.of(one)));
    assertEquals(SrmStatus.FILE_PINNED, later.files().getFirst().status().code());
    assertTrue(later.files().getFirst().turl().orElseThrow().contains("/d/50"));
  }

  @Test
  void levelsBoundTheDescent() {
    assertEquals(4, get(BASE, levels(2)).files().size());
    assertEquals(5, get(BASE, new Recursion(true, OptionalInt.of(1))).files().size());
    assertEquals(3, get(BASE, new Recursion(false, OptionalInt.empty())).files().size());
    assertEquals(SrmStatus.INVALID_REQUEST, get(BASE, levels(-1)).status().code());
  }

  @Test
  void aDirectoryNobodySaidToOpenIsNoFile() {
    for (GetReply reply :
        List.of(
            get(BASE, levels(0)),
            site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), SmallSite.get("d")))) {
      assertEquals(SrmStatus.FAILURE, reply.status().code());
      assertEquals(SrmStatus.INVALID_PATH, reply.files().getFirst().status().code());
    }
  }

  @Test
  void aFileIsAFileWhateverIsSaidOfIt() {
    GetReply reply = get(BASE + "/1", levels(5));
    assertEquals(List.of(BASE + "/1"), surls(reply));
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
  }

  @Test
  void anEmptyDirectoryIsASuccessWithoutFiles() {
    GetReply reply = get("srm://se.example.org/vo/empty", levels(1));
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(List.of(), reply.files());
    GetReply later =
        site.gets.call(
            Catalogue.STATUS_OF_GET,
            site.call(ALICE),
            new StatusRequest(reply.token().orElseThrow(), List.of()));
    assertEquals(SrmStatus.SUCCESS, later.status().code());
    assertEquals(
        OptionalInt.of(0),
        site.requests
            .call(
                Catalogue.GET_REQUEST_SUMMARY,
                site.call(ALICE),
                new TokensRequest(List.of(reply.token().orElseThrow())))
            .requests()
            .getFirst()
            .total());
  }

  @Test
  void theRulesAreAskedForEveryFile() {
    GetReply reply =
        site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(BOB), request(BASE, levels(1)));
    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    Map<String, SrmStatus> told =
        reply.files().stream()
            .collect(Collectors.toMap(file -> file.surl().text(), file -> file.status().code()));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, told.get(BASE + "/secret"));
    assertEquals(SrmStatus.SUCCESS, told.get(BASE + "/1"));
  }

  @Test
  void aNameThatLooksLikeTheLongFormOfASurlLeadsToItsOwnFile() throws IOException {
    Files.writeString(root.resolve("empty/x?SFN=vo"), "");
    GetReply reply = get("srm://se.example.org/vo/empty", levels(1));
    GetFileStatus file = reply.files().getFirst();
    assertEquals(SrmStatus.FILE_PINNED, file.status().code());
    GetReply again = get(file.surl().text(), levels(0));
    assertEquals(file.turl(), again.files().getFirst().turl());
  }

  @Test
  void moreFilesThanASettingAllowsAreRefusedAsAWhole() throws IOException {
    for (int i = 0; i < 21; i++) {
      Files.writeString(root.resolve("empty/" + i), "");
    }
    GetReply reply = get("srm://se.example.org/vo/empty", levels(1));
    assertEquals(SrmStatus.TOO_MANY_RESULTS, reply.status().code());
    assertTrue(reply.token().isEmpty());
    assertEquals(
        "the directories hold more than 20 files, ask for them in parts",
        reply.status().explanation());
  }
}
