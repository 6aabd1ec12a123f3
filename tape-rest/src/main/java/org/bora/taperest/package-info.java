/**
 * The WLCG Tape REST API, version 1 (docs/adr/0054). Depends on door-kit and backend-api alone.
 *
 * <p>A stage request is a bring-online request of the engine, with its token as identifier, so that
 * SRM and HTTP share recalls, pins, turns, history and audit. The door keeps no state. What it must
 * remember, the path as the client sent it, is the end of the SURL that the engine stores ({@link
 * org.bora.taperest.SentPath}).
 *
 * <p><b>What each call asks of the engine:</b>
 *
 * <table>
 * <caption>Calls and operations</caption>
 * <tr><td>POST stage</td><td>srmBringOnline
 * <tr><td>GET stage/ID</td><td>srmStatusOfBringOnlineRequest
 * <tr><td>POST stage/ID/cancel</td><td>the same, then srmReleaseFiles: files that wait become CANCELLED,
 *     files that were staged give their pins back and stay COMPLETED
 * <tr><td>DELETE stage/ID</td><td>srmStatusOfBringOnlineRequest, then forgetRequest, which ends all pins of the
 *     request and deletes it in one transaction
 * <tr><td>POST release/ID</td><td>the same as cancel
 * <tr><td>POST archiveinfo</td><td>stat
 * </table>
 *
 * <p>The files of a request never change, so nothing can come between the check of the paths and
 * the operation. Each operation that changes something is one transaction of the engine, and may be
 * repeated. srmReleaseFiles decides for each file by the state that the file has in that
 * transaction.
 */
package org.bora.taperest;
