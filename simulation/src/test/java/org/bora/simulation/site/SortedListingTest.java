package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;

class SortedListingTest {

  /** A directory in its own order; names that begin with {@code d} are directories. */
  private static Listing directory(String... names) {
    Iterator<String> left = List.of(names).iterator();
    boolean[] directory = new boolean[1];
    return (Listing)
        Proxy.newProxyInstance(
            Listing.class.getClassLoader(),
            new Class<?>[] {Listing.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("next")) {
                return directory[0];
              }
              Optional<String> name = left.hasNext() ? Optional.of(left.next()) : Optional.empty();
              directory[0] = name.filter(one -> one.startsWith("d")).isPresent();
              return name;
            });
  }

  private static List<String> read(Listing listing) throws StorageException {
    List<String> names = new ArrayList<>();
    for (Optional<String> name = listing.next(); name.isPresent(); name = listing.next()) {
      names.add(name.get() + (listing.mayBeDirectory() ? "/" : ""));
    }
    return names;
  }

  @Test
  void theOrderOfTheFilesystemIsNotSeen() throws StorageException {
    List<String> wanted = List.of("a", "b", "d/", "e");
    assertEquals(wanted, read(new SortedListing(directory("b", "a", "e", "d"))));
    assertEquals(wanted, read(new SortedListing(directory("e", "d", "b", "a"))));
  }

  @Test
  void aMarkLeadsBackToItsName() throws StorageException {
    SortedListing listing = new SortedListing(directory("c", "a", "b"));
    assertThrows(IllegalStateException.class, listing::mark);
    listing.next();
    listing.next();
    ListingMark mark = listing.mark();
    SortedListing other = new SortedListing(directory("a", "b", "c", "e"));
    assertTrue(other.goTo(mark));
    assertEquals(List.of("b", "c", "e"), read(other));
    assertFalse(other.goTo(new ListingMark(1, "none")));
    assertEquals(Optional.of("a"), other.next());
  }
}
