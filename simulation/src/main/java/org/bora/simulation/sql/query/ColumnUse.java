package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.ColumnType;

/**
 * The name of a column. It is resolved once, because its place in the statement does not change.
 */
public final class ColumnUse implements Expr {
  private final String qualifier;
  private final String name;
  private int up = -1;
  private int source;
  private int place;

  /**
   * Creates a name.
   *
   * @param qualifier alias of the source; null if there is none
   */
  public ColumnUse(String qualifier, String name) {
    this.qualifier = qualifier;
    this.name = name;
  }

  public String name() {
    return name;
  }

  public boolean isQualified() {
    return qualifier != null;
  }

  boolean isOf(String alias) {
    return qualifier == null || qualifier.equalsIgnoreCase(alias);
  }

  @Override
  public Object value(Frame frame) {
    resolve(frame);
    Frame at = frame;
    for (int i = 0; i < up; i++) {
      at = at.outer;
    }
    Object[] row = at.rows[source];
    return row == null ? null : row[place];
  }

  /** The position of its source in this query; -1 if the source belongs to an outer query. */
  int source(Frame frame) {
    resolve(frame);
    return up == 0 ? source : -1;
  }

  int place(Frame frame) {
    resolve(frame);
    return place;
  }

  ColumnType.Kind kind(Frame frame) {
    resolve(frame);
    Frame at = frame;
    for (int i = 0; i < up; i++) {
      at = at.outer;
    }
    return at.sources.get(source).kinds().get(place);
  }

  private void resolve(Frame frame) {
    if (up >= 0) {
      return;
    }
    int steps = 0;
    for (Frame at = frame; at != null; at = at.outer, steps++) {
      for (int i = 0; i < at.sources.size(); i++) {
        Source candidate = at.sources.get(i);
        int found = isOf(candidate.alias()) ? candidate.place(name) : -1;
        if (found >= 0) {
          source = i;
          place = found;
          up = steps;
          return;
        }
      }
    }
    throw Source.unknown(toString());
  }

  @Override
  public List<Expr> parts() {
    return List.of();
  }

  @Override
  public String toString() {
    return qualifier == null ? name : qualifier + "." + name;
  }
}
