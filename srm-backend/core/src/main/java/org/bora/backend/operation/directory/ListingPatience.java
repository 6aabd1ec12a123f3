package org.bora.backend.operation.directory;

/** How long a listing may go on. Asked at every entry, by the thread that lists. */
interface ListingPatience {

  /**
   * Returns where it may.
   *
   * @throws org.bora.api.BackendFailure TIMED_OUT where the time is over
   */
  void check();
}
