/**
 * The HTTPS and WebDAV door (docs/adr/0050): RFC 9110, RFC 4918 and what gfal2 and davix need of
 * them. The door moves bytes and keeps no state: the engine decides who may do what, and publishes.
 *
 * <p><b>A request.</b> {@code ServiceHandler} of door-kit admits it, counts it against its caller's
 * share and gives it a platform thread, because calls of the filesystem block. It holds that thread
 * and its place until it is answered; {@link org.bora.http.DavService} knows the methods. Transfers
 * have places of their own ({@link org.bora.http.Rooms}): they last as long as the client likes,
 * within the least rate, and must keep no call waiting. Every engine call has a deadline of its
 * own.
 *
 * <p><b>Files</b> are written and read as {@code org.bora.files} says, with its states and what is
 * left where a process dies. Another upload of a name that is being written gets 423.
 *
 * <p><b>A read</b> of a file on tape is refused with 503, never waited for.
 */
package org.bora.http;
