package org.bora.backend.operation.directory;

/** How many more children fit in one reply, and whether it would have needed more. */
final class LsBudget {

  private int left;
  private boolean truncated;

  LsBudget(int entries) {
    this.left = entries;
  }

  /** Asked only when there is one more child to show. */
  boolean hasRoom() {
    if (left == 0) {
      truncated = true;
    }
    return left > 0;
  }

  void take() {
    left--;
  }

  void giveBack() {
    left++;
  }

  /** Something below was left out because the server descends no further. */
  void cut() {
    truncated = true;
  }

  boolean isTruncated() {
    return truncated;
  }
}
