/**
 * Moves the bytes of files through a door, for any protocol (docs/adr/0050). The engine decides on
 * permissions, and publishes files; a door keeps no state. Used by {@code http-door} and {@code
 * s3-door}.
 *
 * <p><b>An upload</b> ({@link org.bora.files.DoorUpload}) has these states:
 *
 * <table>
 * <caption>States of an upload</caption>
 * <tr><td>refused</td><td>the engine did not begin it; nothing exists
 * <tr><td>begun</td><td>beginUpload has registered it: the name is busy, a hidden file exists, space is promised. The pin is a lease of {@link org.bora.files.DoorUpload#LEASE}, renewed while bytes come
 * <tr><td>filled</td><td>all bytes are written; size and digests agree with what the client said
 * <tr><td>published</td><td>srmPutDone has synced and renamed the file; the client is told
 * <tr><td>given up</td><td>srmAbortRequest has removed the hidden file and freed the name
 * </table>
 *
 * <p><b>What may die, and what is left:</b>
 *
 * <ul>
 *   <li>The client leaves, stalls or sends other bytes than it announced: the door gives up.
 *   <li>The door dies: the kernel takes back its lock on the hidden file, and the next upload of
 *       the name ends this one (docs/adr/0076). Where nothing is locked, or the door hangs, another
 *       upload of the name is refused until the lease ends, and the sweep of any backend gives up.
 *       A door that hangs and comes back after its lease writes to a file without a name, and
 *       srmPutDone refuses it.
 *   <li>The backend dies between rename and commit: srmPutDone is asked again and finishes.
 *   <li>The answer of srmPutDone is lost: it is asked once more as a repeated call, which finds
 *       what was done. Where that fails too the client is told to try again, and the file is either
 *       old or new.
 *   <li>The answer to the client is lost: it repeats its request, which replaces the file by
 *       itself.
 * </ul>
 *
 * <p><b>A read</b> ({@link org.bora.files.MountedAreas}) asks the engine where the bytes are, opens
 * them, and looks at what it has opened: the file stays the same one until the answer ends,
 * whatever becomes of its name, so there is no pin.
 */
package org.bora.files;
