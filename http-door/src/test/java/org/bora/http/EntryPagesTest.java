package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.FakeEngine;
import org.bora.files.Name;
import org.junit.jupiter.api.Test;

/** A listing is told whole, or not at all. */
class EntryPagesTest {
  private static final ReturnStatus FINE = ReturnStatus.success();
  private static final ReturnStatus CUT = ReturnStatus.of(SrmStatus.TOO_MANY_RESULTS, "cut");
  private static final ReturnStatus GONE = FakeEngine.GONE;

  private final FakeEngine fake = new FakeEngine("/vo");

  /** What pages say of where the rest begins. */
  private Optional<String> next = Optional.of("b");

  private static PathDetail child(String name, Optional<Attributes> attributes) {
    ReturnStatus status = attributes.isPresent() ? FINE : GONE;
    return new PathDetail("/vo/" + name, status, attributes, List.of());
  }

  private void page(ReturnStatus whole, ReturnStatus directory, String... names) {
    List<PathDetail> children =
        Stream.of(names)
            .map(name -> child(name, Optional.of(FakeEngine.attributes(FileType.FILE))))
            .toList();
    page(whole, directory, children);
  }

  private void page(ReturnStatus whole, ReturnStatus directory, List<PathDetail> children) {
    PathDetail top =
        new PathDetail(
            "/vo", directory, Optional.of(FakeEngine.attributes(FileType.DIRECTORY)), children);
    fake.listings.add(new LsReply(whole, next, List.of(top)));
  }

  private List<String> listed() throws Refused {
    List<String> names = new ArrayList<>();
    try (EntryPages entries = EntryPages.of(fake.engine(), Name.of("/vo"), true)) {
      for (Optional<EntryPages.Entry> next = entries.next();
          next.isPresent();
          next = entries.next()) {
        names.add(next.get().name().path());
      }
    }
    return names;
  }

  @Test
  void pagesFollowEachOtherByName() throws Exception {
    page(CUT, FINE, "a", "b");
    page(FINE, FINE, "c");
    assertEquals(List.of("/vo", "/vo/a", "/vo/b", "/vo/c"), listed());
    assertEquals(
        List.of(Optional.of(""), Optional.of("b")),
        fake.listed.stream().map(LsRequest::behind).toList());
    assertEquals(OptionalInt.empty(), fake.listed.getLast().offset());
  }

  /** As a backend of an earlier release answers, which would tell the first page for ever. */
  @Test
  void aPageThatDoesNotSayWhereTheRestBeginsEndsTheListing() {
    next = Optional.empty();
    page(CUT, FINE, "a", "b");
    assertEquals(503, assertThrows(Refused.class, this::listed).status());
  }

  @Test
  void aListingThatDoesNotGoForwardEnds() {
    page(CUT, FINE, "a", "b");
    page(CUT, FINE, "a", "b");
    assertEquals(503, assertThrows(Refused.class, this::listed).status());
  }

  @Test
  void noTokenIsAskedFor() throws Exception {
    page(FINE, FINE, "a");
    listed();
    assertEquals(OptionalInt.of(60), fake.listed.getFirst().patience());
  }

  @Test
  void theHeadOfAListingAsksForNoChildren() throws Exception {
    for (boolean head : new boolean[] {true, false}) {
      page(FINE, FINE);
      HtmlListing.entries(fake.engine(), Name.of("/vo"), head).close();
    }
    assertEquals(
        List.of(OptionalInt.of(0), OptionalInt.of(1)),
        fake.listed.stream().map(LsRequest::levels).toList());
  }

  @Test
  void aChildThatVanishedIsLeftOut() throws Exception {
    Optional<Attributes> file = Optional.of(FakeEngine.attributes(FileType.FILE));
    page(FINE, FINE, List.of(child("a", Optional.empty()), child("b", file)));
    assertEquals(List.of("/vo", "/vo/b"), listed());
  }

  /** What was told so far must not look like all there is. */
  @Test
  void aDirectoryThatVanishesBetweenTwoPagesEndsTheListing() {
    page(CUT, FINE, "a");
    fake.listings.add(
        LsReply.of(GONE, List.of(new PathDetail("/vo", GONE, Optional.empty(), List.of()))));
    assertEquals(404, assertThrows(Refused.class, this::listed).status());
  }

  @Test
  void aPageWithoutAnythingEndsTheListing() {
    page(CUT, FINE, "a");
    fake.listings.add(LsReply.of(ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "later"), List.of()));
    assertEquals(503, assertThrows(Refused.class, this::listed).status());
  }

  @Test
  void aDirectoryOfWhichTheDiskTellsNotAllIsNotListed() {
    ReturnStatus silent = ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "the storage is silent");
    page(silent, silent, "a");
    assertEquals(503, assertThrows(Refused.class, this::listed).status());
  }
}
