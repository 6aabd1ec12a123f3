package org.bora.api;

/**
 * The approximate cost of a call for a backend. Each class has its own queue and limit, so that one
 * kind of work never waits for another. Calls that the frontend answers itself (srmPing) have no
 * class.
 */
public enum WorkClass {
  /** Asks how an earlier request is getting on: a few rows by their keys. */
  STATUS(1.25, 1.6),
  /** Looks at files, rights or spaces and changes nothing. */
  READ(1.25, 1.6),
  /**
   * Ends with a durable commit. A call that arrives during the commit of others waits for it and
   * then shares the next one: up to twice the time, without loss of throughput.
   */
  WRITE(2.0, 3.0),
  /** Its duration depends on the size of its object: a whole file is read, a tree is walked. */
  LONG(2.0, 3.0);

  private final double quick;
  private final double slow;

  WorkClass(double quick, double slow) {
    this.quick = quick;
    this.slow = slow;
  }

  /** A call may take so many times as long as alone and more are let in. */
  public double quick() {
    return quick;
  }

  /** When calls take more times as long as alone, fewer are let in. */
  public double slow() {
    return slow;
  }
}
