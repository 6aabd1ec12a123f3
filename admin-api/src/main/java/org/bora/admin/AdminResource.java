package org.bora.admin;

/** What answers at a route. */
@FunctionalInterface
public interface AdminResource {

  /**
   * Answers; called by several threads at once, may block, and bounds its own work. Who asks has
   * the role that the route demands. A {@link RuntimeException} becomes an answer 500 without its
   * words, and a line in the log.
   *
   * @throws AdminRefusal in words for who asks
   */
  AdminReply answer(AdminCall call) throws AdminRefusal;
}
