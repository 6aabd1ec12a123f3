package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** To write a new file and to replace one are two rights; Bob has one of them at each name. */
@ExtendWith(MariaDb.class)
class PutRulesOnMariaDbIT extends OnSmallSite {
  private PutReply begun(String dn, String name) {
    return site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(dn), put(OverwriteMode.ALWAYS, name));
  }

  private SrmStatus status(String dn, String name) {
    return begun(dn, name).files().getFirst().status().code();
  }

  private SrmStatus done(PutReply reply, String dn, String name) {
    PutFileStatus file = reply.files().getFirst();
    write(file.turl().orElseThrow(), "by " + dn);
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(dn), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  @Test
  void whoMayCreateDoesNotReplace() throws IOException {
    assertEquals(SrmStatus.SUCCESS, done(begun(BOB, "only-new"), BOB, "only-new"));

    PutFileStatus again = begun(BOB, "only-new").files().getFirst();
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, again.status().code());
    assertTrue(again.status().explanation().startsWith("write is denied by rule 2 of area vo"));
    assertEquals(SrmStatus.SUCCESS, done(begun(ALICE, "only-new"), ALICE, "only-new"));
    assertEquals("by " + ALICE, Files.readString(root.resolve("only-new")));
  }

  @Test
  void whoMayReplaceDoesNotCreate() throws IOException {
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, status(BOB, "only-replaced"));

    Files.writeString(root.resolve("only-replaced"), "old");
    assertEquals(SrmStatus.SUCCESS, done(begun(BOB, "only-replaced"), BOB, "only-replaced"));
  }

  @Test
  void whatAppearsDuringTheUploadIsNotReplacedByWhoMayOnlyCreate() throws IOException {
    PutReply begun = begun(BOB, "only-new");
    Files.writeString(root.resolve("only-new"), "somebody else's");

    assertEquals(SrmStatus.DUPLICATION_ERROR, done(begun, BOB, "only-new"));
    assertEquals("somebody else's", Files.readString(root.resolve("only-new")));
  }
}
