package org.bora.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.KeyOrder;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsStream;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A name and, for a directory, its children in the order of their names, page by page. A page
 * continues after the last name of the page before, so names that appear or disappear meanwhile
 * hide no others. Entries about which nothing is known are skipped.
 */
final class EntryPages implements Entries {

  /**
   * An entry.
   *
   * @param isTop whether it is the requested name itself
   * @param note the note with dead properties; empty if there are none, or if they are not wanted
   */
  record Entry(Name name, Attributes attributes, boolean isTop, String note) {
    Entry(Name name, Attributes attributes, boolean isTop) {
      this(name, attributes, isTop, "");
    }

    Entry noted(String text) {
      return new Entry(name, attributes, isTop, text);
    }
  }

  private final Engine engine;
  private final Name name;
  private final boolean withChildren;
  private final Entry top;
  private LsStream page;
  private String behind = "";
  private boolean toldTop;

  private EntryPages(Engine engine, Name name, boolean withChildren, LsStream page, Entry top) {
    this.engine = engine;
    this.name = name;
    this.withChildren = withChildren;
    this.page = page;
    this.top = top;
  }

  /**
   * Begins.
   *
   * @throws Refused where the name itself cannot be told; nothing is open then
   */
  static EntryPages of(Engine engine, Name name, boolean withChildren) throws Refused {
    LsStream page = engine.list(name, withChildren, "");
    try {
      Attributes facts = top(page);
      return new EntryPages(engine, name, withChildren, page, new Entry(name, facts, true));
    } catch (Refused | RuntimeException e) {
      page.close();
      throw e;
    }
  }

  /**
   * A page of children.
   *
   * @param top the requested name itself
   * @param next the name after which the next page begins; empty for the last page
   */
  record Page(Entry top, List<Entry> entries, Optional<String> next) {}

  /**
   * Children behind a key, empty for the first, as many as the engine tells at a time; nothing
   * stays open.
   *
   * @throws Refused where one of them cannot be told
   */
  static Page page(Engine engine, Name name, String behind) throws Refused {
    try (LsStream page = engine.list(name, true, behind)) {
      Entry top = new Entry(name, top(page), true);
      List<Entry> entries = new ArrayList<>();
      for (Optional<LsEntry> next = page.next(); next.isPresent(); next = page.next()) {
        LsEntry child = next.get();
        Attributes facts = child.attributes().orElseThrow(() -> Refused.of(child.status()));
        entries.add(child(name, child, facts));
      }
      return new Page(top, entries, rest(page, behind));
    }
  }

  /** The same without entries that cannot be shown. */
  static Page told(Engine engine, Name name, boolean children, String behind) throws Refused {
    try (LsStream page = engine.list(name, children, behind)) {
      Entry top = new Entry(name, top(page), true);
      List<Entry> entries = new ArrayList<>();
      for (Optional<LsEntry> next = page.next(); next.isPresent(); next = page.next()) {
        LsEntry child = next.get();
        child.attributes().ifPresent(facts -> entries.add(child(name, child, facts)));
      }
      return new Page(top, entries, children ? rest(page, behind) : Optional.empty());
    }
  }

  /**
   * Each page begins with the name itself. A directory with another status than success, because it
   * was removed meanwhile or cannot be read, may lack entries: no answer is better than such a one.
   */
  private static Attributes top(LsStream page) throws Refused {
    LsEntry first = page.next().orElseThrow(() -> Refused.of(page.status()));
    Attributes facts = first.attributes().orElseThrow(() -> Refused.of(first.status()));
    boolean whole = first.status().code() == SrmStatus.SUCCESS;
    if (isRefusal(first.status()) || (facts.type() == FileType.DIRECTORY && !whole)) {
      throw Refused.of(first.status());
    }
    return facts;
  }

  /**
   * The key after which the rest of a listing begins; empty at the end. Backends of earlier
   * releases have no order.
   */
  private static Optional<String> rest(LsStream page, String behind) throws Refused {
    if (page.status().code() != SrmStatus.TOO_MANY_RESULTS) {
      return Optional.empty();
    }
    Optional<String> next = page.token().filter(key -> KeyOrder.BYTES.compare(key, behind) > 0);
    if (next.isEmpty()) {
      throw new Refused(
          HttpStatus.SERVICE_UNAVAILABLE_503, "the rest of the directory cannot be listed now");
    }
    return next;
  }

  private static Entry child(Name directory, LsEntry child, Attributes facts) {
    String last = child.path().substring(child.path().lastIndexOf('/') + 1);
    return new Entry(directory.child(last), facts, false);
  }

  private static boolean isRefusal(ReturnStatus status) {
    return status.code() == SrmStatus.AUTHORIZATION_FAILURE
        || status.code() == SrmStatus.INVALID_PATH;
  }

  @Override
  public Optional<Entry> next() throws Refused {
    if (!toldTop) {
      toldTop = true;
      return Optional.of(top);
    }
    while (withChildren) {
      Optional<LsEntry> next = page.next();
      if (next.isEmpty()) {
        if (!turn()) {
          return Optional.empty();
        }
      } else {
        Optional<Attributes> facts = next.get().attributes();
        if (facts.isPresent()) {
          return Optional.of(child(name, next.get(), facts.get()));
        }
      }
    }
    return Optional.empty();
  }

  /** Moves to the next page; false if there is none. */
  private boolean turn() throws Refused {
    Optional<String> next = rest(page, behind);
    page.close();
    if (next.isPresent()) {
      behind = next.get();
      page = engine.list(name, true, behind);
      top(page);
    }
    return next.isPresent();
  }

  @Override
  public void close() {
    page.close();
  }
}
