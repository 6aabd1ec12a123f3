/**
 * The HTTPS and WebDAV door (docs/adr/0050): RFC 9110, RFC 4918 and what gfal2 and davix need of
 * them. The door moves bytes and keeps no state: the engine decides on permissions, and publishes
 * files.
 *
 * <p><b>A request.</b> {@code ServiceHandler} of door-kit admits it, counts it against its caller's
 * share and gives it a platform thread, because calls of the filesystem block. It holds that thread
 * and its place until it is answered; {@link org.bora.http.DavService} knows the methods. Transfers
 * have separate places ({@link org.bora.http.Rooms}): they last as long as the client likes, within
 * the minimum rate, and must not delay calls. Each engine call has its own deadline.
 *
 * <p><b>Files</b> are written and read as {@code org.bora.files} describes, with its states and
 * what remains if a process dies. Another upload to a name that is being written gets 423.
 *
 * <p><b>A read</b> of a file on tape is refused with 503, never waited for.
 */
package org.bora.http;
