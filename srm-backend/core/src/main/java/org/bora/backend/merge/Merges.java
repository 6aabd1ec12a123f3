package org.bora.backend.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.backend.allowance.Holding;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.Claimant;
import org.bora.backend.request.PutState;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Marks files that will be combined into another one. Thread safe. */
public final class Merges {
  private final MergedPartTable table = new MergedPartTable();

  /**
   * Marks the parts in the transaction that inserts the put; they are locked until it ends.
   *
   * @return the bytes that the put counts for in place of the parts of the same user and
   *     organisation. Parts of others count until they are removed
   * @throws MergeRefused if they are parts of another file, or if some belong to others and this
   *     caller may not remove them
   */
  public Holding mark(JdbcClient sql, AcceptedPut put, Claimant claimant, Merging merging) {
    List<MergedPartTable.Part> parts = table.lock(sql, put.area(), merging.parts());
    List<MergedPartTable.Part> others = table.lock(sql, put.area(), merging.others());
    List<UUID> ids = new ArrayList<>();
    for (MergedPartTable.Part part : Stream.concat(parts.stream(), others.stream()).toList()) {
      if (merging.kept().isPresent() && !part.owner().equals(claimant.dn())) {
        throw MergeRefused.ofOthers(put.id());
      }
      ids.add(part.id());
    }
    for (Optional<PutState> state : table.puts(sql, ids)) {
      if (state.equals(Optional.of(PutState.STORED))) {
        throw MergeRefused.made(put.id());
      }
      if (state.equals(Optional.of(PutState.SPACE_AVAILABLE))) {
        throw MergeRefused.beingMade(put.id());
      }
    }
    // one that was exchanged for a larger file since the door has looked would not be counted
    long size = parts.stream().mapToLong(MergedPartTable.Part::size).sum();
    if (put.size().isPresent() && size > put.size().getAsLong()) {
      throw MergeRefused.beingMade(put.id());
    }
    table.delete(sql, ids);
    List<MergedPartTable.Mark> marks = new ArrayList<>();
    Holding counted = Holding.NONE;
    for (MergedPartTable.Part part : parts) {
      boolean own = part.owner().equals(claimant.dn()) && part.vo().equals(claimant.voKey());
      marks.add(new MergedPartTable.Mark(part.id(), !own));
      counted = own ? counted.plus(new Holding(1, part.size())) : counted;
    }
    others.forEach(part -> marks.add(new MergedPartTable.Mark(part.id(), true)));
    table.insert(sql, put.id(), put.area(), merging.directory(), marks);
    return counted;
  }
}
