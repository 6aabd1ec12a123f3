package org.bora.admin;

/**
 * What answers at a route with a record.
 *
 * @param <T> its type, whose components are the fields of the JSON
 */
@FunctionalInterface
public interface AdminAnswer<T> {

  /**
   * Answers, as {@link AdminResource#answer} does.
   *
   * @throws AdminRefusal with a message for the caller
   */
  T answer(AdminCall call) throws AdminRefusal;
}
