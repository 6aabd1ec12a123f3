package org.bora.backend.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bora.backend.desk.PageOfNames.Order;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageOfNamesTest {

  /** A directory in memory, whose own order is that of the list. */
  private static final class Names implements Listing {
    private final List<String> all;
    private int at;
    private int read;

    Names(List<String> all) {
      this.all = all;
    }

    @Override
    public Optional<String> next() {
      read++;
      return at < all.size() ? Optional.of(all.get(at++)) : Optional.empty();
    }

    @Override
    public DirectoryVersion version() {
      return new DirectoryVersion(1, Instant.EPOCH);
    }

    @Override
    public ListingMark mark() {
      return new ListingMark(at - 1, all.get(at - 1));
    }

    @Override
    public boolean goTo(ListingMark mark) {
      boolean there =
          mark.position() < all.size() && all.get((int) mark.position()).equals(mark.name());
      at = there ? (int) mark.position() : 0;
      return there;
    }

    @Override
    public boolean mayBeDirectory() {
      return true;
    }

    @Override
    public Optional<String> note(String name, String note) {
      return Optional.empty();
    }

    @Override
    public EntryFacts facts(String name) throws StorageException {
      throw new StorageException(StorageException.Reason.MISSING, name);
    }

    @Override
    public EntryFacts glance(String name, boolean checksum) throws StorageException {
      return facts(name);
    }

    @Override
    public void close() {
      // it is only a list
    }
  }

  /** So many names, in no order. */
  private static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> names.add("%05d".formatted(i)));
    Collections.reverse(names);
    return names;
  }

  /** All pages, one after the other, as a program reads them. */
  private static List<PageOfNames> pages(List<String> names, int limit) throws StorageException {
    List<PageOfNames> pages = new ArrayList<>();
    EntryCursor from = EntryCursor.START;
    while (true) {
      PageOfNames page = PageOfNames.read(new Names(names), from, limit).orElseThrow();
      pages.add(page);
      if (page.next().isEmpty()) {
        return pages;
      }
      from = EntryCursor.parse(page.next().get().text());
    }
  }

  private static List<String> all(List<PageOfNames> pages) {
    return pages.stream().flatMap(page -> page.names().stream()).toList();
  }

  @Test
  void pagesAreInTheOrderOfNames() throws StorageException {
    List<PageOfNames> pages = pages(names(7), 3);
    assertEquals(List.of(3, 3, 1), pages.stream().map(page -> page.names().size()).toList());
    assertEquals(names(7).reversed(), all(pages));
    assertEquals(Order.NAME, pages.getFirst().order());
    assertEquals(1, pages(names(3), 3).size(), "a full page may be the last");
    assertEquals(1, pages(names(0), 3).size());
  }

  @Test
  void aVeryWideDirectoryIsShownInItsOwnOrder() throws StorageException {
    List<PageOfNames> sorted = pages(names(PageOfNames.SORTED), 5000);
    assertEquals(names(PageOfNames.SORTED).reversed(), all(sorted));
    List<PageOfNames> own = pages(names(PageOfNames.SORTED + 1), 5000);
    assertEquals(names(PageOfNames.SORTED + 1), all(own));
    assertEquals(
        List.of(Order.DIRECTORY, Order.DIRECTORY, Order.DIRECTORY),
        own.stream().map(PageOfNames::order).toList());
  }

  @Test
  void aPageReadsNoMoreThanABoundHoweverWideTheDirectoryIs() throws StorageException {
    Names wide = new Names(names(90_000));
    EntryCursor next =
        PageOfNames.read(wide, EntryCursor.START, 10).orElseThrow().next().orElseThrow();
    assertEquals(PageOfNames.SORTED + 1, wide.read);
    Names again = new Names(names(90_000));
    assertEquals(10, PageOfNames.read(again, next, 10).orElseThrow().names().size());
    assertEquals(11, again.read);
  }

  @Test
  void aDirectoryMayGrowWhileItsPagesAreRead() throws StorageException {
    EntryCursor behind = new EntryCursor.Behind("00001");
    PageOfNames grown =
        PageOfNames.read(new Names(names(2 * PageOfNames.SORTED)), behind, 2).orElseThrow();
    assertEquals(List.of("00002", "00003"), grown.names());
    assertEquals(
        Optional.empty(),
        PageOfNames.read(new Names(names(2 * PageOfNames.SORTED + 1)), behind, 2),
        "by as much as it may hold in order");
  }

  @Test
  void aNameThatIsGoneIsNoPlaceInItsOwnOrder() throws StorageException {
    EntryCursor at = new EntryCursor.At(new ListingMark(3, "gone"));
    assertEquals(Optional.empty(), PageOfNames.read(new Names(names(9)), at, 2));
    EntryCursor behind = new EntryCursor.Behind("00003x");
    assertEquals(
        List.of("00004"), PageOfNames.read(new Names(names(9)), behind, 1).orElseThrow().names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n:", "n:a:b\n\u202e", "d0:x", "d-7:\n", "d9223372036854775807:d1:y"})
  void aCursorComesBackAsItWas(String text) {
    assertEquals(text, EntryCursor.parse(text).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "n", "d:x", "d1:", "d9223372036854775808:x", "D1:x", "d1"})
  void whatIsNoCursorIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> EntryCursor.parse(text));
  }
}
