package org.bora.door.admit.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A queue in which virtual organisations take turns by weight, the callers of one organisation take
 * turns equally, and the calls of one caller keep their order. Each step takes logarithmic time in
 * the number of waiting calls, and memory is only used for waiting calls. Not thread safe.
 */
final class FairQueue<T> {

  private final class Subject extends FairFlow {
    final ArrayDeque<T> items = new ArrayDeque<>();

    Subject(String dn) {
      super(dn);
    }
  }

  private final class Organisation extends FairFlow {
    final Level<Subject> callers = new Level<>(Subject::new);
    int size;

    Organisation(String vo) {
      super(vo);
    }
  }

  private final Level<Organisation> organisations = new Level<>(Organisation::new);
  private int size;

  /**
   * Puts an item at the end of its caller's.
   *
   * @param weight of the organisation; counts from the next time that nothing of it waits
   */
  void add(String vo, int weight, String caller, T item) {
    Organisation organisation = organisations.flow(vo);
    if (organisation.size == 0) {
      organisation.weight = weight;
      organisations.join(organisation);
    }
    Subject subject = organisation.callers.flow(caller);
    if (subject.items.isEmpty()) {
      organisation.callers.join(subject);
    }
    subject.items.add(item);
    organisation.size++;
    size++;
  }

  /** Takes the item whose turn it is; there must be one. */
  T next() {
    Organisation organisation = organisations.first();
    Subject subject = organisation.callers.first();
    T item = subject.items.remove();
    organisation.size--;
    size--;
    organisation.callers.served(subject, !subject.items.isEmpty());
    organisations.served(organisation, organisation.size > 0);
    return item;
  }

  /** Takes out an item that will wait no longer; it must be in line. */
  void remove(String vo, String caller, T item) {
    Organisation organisation = organisations.flow(vo);
    Subject subject = organisation.callers.flow(caller);
    if (!subject.items.remove(item)) {
      throw new IllegalStateException("not in line");
    }
    organisation.size--;
    size--;
    if (subject.items.isEmpty()) {
      organisation.callers.quit(subject);
    }
    if (organisation.size == 0) {
      organisations.quit(organisation);
    }
  }

  /**
   * The number of turns before that of an item that arrives now, if all waiting ones stay: at most
   * all of them, and at most the number that the shares of its organisation and caller imply.
   */
  double turnsUntil(String vo, int weight, String caller) {
    Organisation organisation = organisations.flow(vo);
    Subject subject = organisation.callers.flow(caller);
    int callers = organisation.callers.count() + (subject.items.isEmpty() ? 1 : 0);
    double ofOrganisation = organisation.size + 1.0;
    double ofCaller = (subject.items.size() + 1.0) * callers;
    return Math.min(size + 1.0, Math.min(ofOrganisation, ofCaller) / share(organisation, weight));
  }

  /** The same for a caller of whom nothing waits. */
  double turnsUntilFirst(String vo, int weight) {
    Organisation organisation = organisations.flow(vo);
    double callers = organisation.callers.count() + 1.0;
    return Math.min(size + 1.0, callers / share(organisation, weight));
  }

  private double share(Organisation organisation, int weight) {
    return organisation.size > 0
        ? (double) organisation.weight / organisations.weight()
        : (double) weight / (organisations.weight() + weight);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** All items, in no order. */
  List<T> items() {
    List<T> items = new ArrayList<>(size);
    for (Organisation organisation : organisations.all()) {
      organisation.callers.all().forEach(subject -> items.addAll(subject.items));
    }
    return items;
  }

  /** Waiting items by organisation, for organisations with any. */
  Map<String, Integer> sizes() {
    Map<String, Integer> sizes = new TreeMap<>();
    organisations.all().forEach(one -> sizes.put(one.name, one.size));
    return sizes;
  }
}
