package org.bora.admin;

/** What answers at a route. */
@FunctionalInterface
public interface AdminResource {

  /**
   * Answers a call. Several threads may call it; it may block, and limits its own work. The caller
   * has the role that the route requires. A {@link RuntimeException} becomes an answer 500 without
   * its text, and a log line.
   *
   * @throws AdminRefusal with a message for the caller
   */
  AdminReply answer(AdminCall call) throws AdminRefusal;
}
