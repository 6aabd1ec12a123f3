package org.bora.backend.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every statement that Bora sends, {@code statements.tsv}: who sends it and its shape. Tests
 * explain them all against tables that are full (PlanSuite); every test that uses a database fails
 * at a statement that is not there (see {@link StatementTap}, which tells how to add it).
 */
public final class StatementCatalogue {
  private static final String FILE = "statements.tsv";

  private final List<Entry> entries;
  private final Set<Entry> known;
  private final Set<String> shapes;

  private StatementCatalogue(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    this.known = Set.copyOf(entries);
    this.shapes = entries.stream().map(Entry::shape).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * A statement.
   *
   * @param sender class and method, without their package
   * @param shape its text, about one thing in each list
   */
  public record Entry(String sender, String shape) {
    public Entry {
      Objects.requireNonNull(sender, "sender");
      Objects.requireNonNull(shape, "shape");
    }

    String line() {
      return sender + "\t" + shape;
    }

    private static Entry parse(String line) {
      int tab = line.indexOf('\t');
      return new Entry(line.substring(0, tab), line.substring(tab + 1));
    }

    /** The statement about so many things in each list. */
    public String about(int count) {
      return StatementShape.widened(shape, count);
    }
  }

  public static StatementCatalogue read() {
    try (InputStream file = StatementCatalogue.class.getResourceAsStream(FILE)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return new StatementCatalogue(
          text.lines().filter(line -> !line.isBlank()).map(Entry::parse).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Entry> entries() {
    return entries;
  }

  boolean has(Entry entry) {
    return known.contains(entry);
  }

  boolean hasShape(String shape) {
    return shapes.contains(shape);
  }

  public Set<String> senders() {
    return entries.stream().map(Entry::sender).collect(Collectors.toSet());
  }
}
