package org.bora.backend.operation.directory;

import java.util.Optional;

/**
 * How deep a listing may still descend.
 *
 * @param wanted levels that the client wants below this entry
 * @param allowed levels that the server still descends
 * @param offset children of this entry to skip: pages turn in the first level only, for deeper
 *     there is no order that a client could count in
 * @param count children of this entry to keep, 0 for all
 * @param behind the key behind which the children of this entry begin, where they are wanted in
 *     order
 */
record LsDepth(int wanted, int allowed, int offset, int count, Optional<String> behind) {

  LsDepth below() {
    return new LsDepth(wanted - 1, allowed - 1, 0, 0, Optional.empty());
  }

  ChildrenPage page(LsBudget budget) {
    return new ChildrenPage(budget, offset, count);
  }

  /** Whether the children are requested; records whether only the server's limit excludes them. */
  boolean opens(LsBudget budget) {
    if (wanted > 0 && allowed <= 0) {
      budget.cut();
    }
    return wanted > 0 && allowed > 0;
  }
}
