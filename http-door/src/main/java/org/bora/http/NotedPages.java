package org.bora.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.NotesRequest;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;

/**
 * {@link EntryPages} with the note of each entry. A page is read completely before notes are
 * requested: otherwise a call that still holds a turn would wait for another one.
 */
final class NotedPages implements Entries {
  private final Engine engine;
  private final Name name;
  private final boolean withChildren;
  private final Deque<EntryPages.Entry> page = new ArrayDeque<>();
  private final Deque<EntryPages.Entry> ready = new ArrayDeque<>();
  private Optional<String> behind;

  private NotedPages(Engine engine, Name name, boolean withChildren, Optional<String> behind) {
    this.engine = engine;
    this.name = name;
    this.withChildren = withChildren;
    this.behind = behind;
  }

  /**
   * Begins.
   *
   * @throws Refused where the name itself cannot be told
   */
  static NotedPages of(Engine engine, Name name, boolean withChildren) throws Refused {
    EntryPages.Page first = EntryPages.told(engine, name, withChildren, "");
    NotedPages entries = new NotedPages(engine, name, withChildren, first.next());
    entries.page.add(first.top());
    entries.page.addAll(first.entries());
    entries.ask();
    return entries;
  }

  @Override
  public Optional<EntryPages.Entry> next() throws Refused {
    while (ready.isEmpty() && !(page.isEmpty() && behind.isEmpty())) {
      if (page.isEmpty()) {
        EntryPages.Page next = EntryPages.told(engine, name, withChildren, behind.get());
        page.addAll(next.entries());
        behind = next.next();
      }
      ask();
    }
    return Optional.ofNullable(ready.poll());
  }

  /** Asks for the notes of some. */
  private void ask() throws Refused {
    List<EntryPages.Entry> some = new ArrayList<>();
    while (some.size() < NotesRequest.MOST && !page.isEmpty()) {
      some.add(page.poll());
    }
    if (some.isEmpty()) {
      return;
    }
    List<Name> names = some.stream().map(EntryPages.Entry::name).toList();
    List<String> notes = engine.notes(name, names, DeadProperties.NOTE);
    for (int at = 0; at < some.size(); at++) {
      ready.add(some.get(at).noted(notes.get(at)));
    }
  }

  @Override
  public void close() {}
}
