/**
 * The other side of a third-party copy (docs/adr/0055): requests to another server, whose events
 * one thread handles. This package deals with HTTP, not with files, names or uploads.
 *
 * <p><b>A client</b> ({@link org.bora.http.remote.RemoteClient}) belongs to the door. It connects
 * only by TLS, to servers that prove their names, at addresses that {@link
 * org.bora.http.remote.Peers} permits: the checked addresses are those used, also after a redirect.
 *
 * <p><b>A side</b> ({@link org.bora.http.remote.RemoteSide}) belongs to one copy and its thread. It
 * shares no connection with other copies. Closing it ends all its requests and connections.
 *
 * <p><b>A request</b> ({@link org.bora.http.remote.RemoteRequest}) has these states:
 *
 * <table>
 * <caption>States of a request</caption>
 * <tr><td>asked</td><td>it is on its way; of a PUT the head alone, until the server says 100 or refuses
 * <tr><td>redirected</td><td>asked again elsewhere, with its whole body; without credentials where that is another server
 * <tr><td>answered</td><td>the status is one of success; the body comes
 * <tr><td>done</td><td>the body is complete
 * <tr><td>failed</td><td>{@link org.bora.http.remote.RemoteFailure} has said why: the copy ends
 * </table>
 *
 * <p>A server that is silent, or slower than the least rate, fails the copy: see {@link
 * org.bora.http.remote.RemoteSide#await}.
 */
package org.bora.http.remote;
