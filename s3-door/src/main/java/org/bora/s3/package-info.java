/**
 * The S3 door (docs/adr/0067): the files of the areas as objects. It moves bytes by {@code
 * org.bora.files} and keeps no state: any number of doors serve the same buckets.
 *
 * <p><b>A request.</b> {@link org.bora.s3.SignedCallers} reads its head, finds the caller by the
 * signature, and refuses all other requests; calls before that are limited ({@link
 * org.bora.s3.RememberedKeys}). {@code ServiceHandler} of door-kit admits it to the places of calls
 * or of transfers, and writes it to the audit log. {@link org.bora.s3.S3Service} implements the
 * requests ({@link org.bora.s3.Act}); all others are refused with 501.
 *
 * <p><b>Names.</b> A bucket is a directory ({@link org.bora.s3.Buckets}), a key the path of a file
 * below it ({@link org.bora.s3.ObjectKey}). Directories are created when a file needs them and
 * removed with their last file; an empty one is itself a key, with a slash at its end. A file
 * cannot have files below it: if {@code a} is an object, {@code a/b} is refused.
 *
 * <p><b>An object</b> has a note on its file ({@link org.bora.s3.Facts}): MD5, checksums, headers,
 * metadata, tags. It is valid only for these bytes; a file of another door has no note, and an ETag
 * that is not an MD5.
 *
 * <p><b>A multipart upload</b> ({@link org.bora.s3.MultipartUpload}) has these states:
 *
 * <table>
 * <caption>States of a multipart upload</caption>
 * <tr><td>begun</td><td>a directory {@code .s3-upload-ID} in the directory of the future object, with a file that describes it
 * <tr><td>filling</td><td>a file for each part in it, published whole; a part that is sent again is another file, and its ETag says which is meant
 * <tr><td>merging</td><td>an upload of the object is filled from the parts
 * <tr><td>completed</td><td>the object is published, its note names the upload, the directory is gone
 * <tr><td>aborted</td><td>the directory is gone
 * </table>
 *
 * <p><b>What may die, and what is left:</b>
 *
 * <ul>
 *   <li>The door, before the upload's file is written: a directory that no client knows. The engine
 *       sweeps it when there is nothing in it ({@link org.bora.api.put.PartsDirectory}).
 *       Directories that were made above it stay.
 *   <li>The door, while a part or the object is filled: the lease ends, and the engine gives that
 *       file up. The parts that are there stay; the client sends the part, or completes, again.
 *   <li>The door, between publication and removal of the parts: completing again finds the upload
 *       in the object's note, says so, and removes them.
 *   <li>The answer of a completion is lost: the same. Where the object was replaced meanwhile, the
 *       client is told that there is no such upload: the engine makes no second file of the parts.
 *   <li>The engine, while it removes the directory: aborting or completing again removes the rest.
 *   <li>The door, before it has removed the directories that an abort has emptied: aborting again
 *       removes them, and is told that there is no such upload.
 *   <li>The client, for ever: a week after the last part, the engine's sweep removes the upload.
 * </ul>
 *
 * <p>Parts are files of the area, so their bytes count like those of any file; while they are
 * merged, the object's bytes are promised too. Quotas count them once: the engine knows the parts
 * of the object ({@link org.bora.api.put.MadeOf}), and removes the rest of them.
 */
package org.bora.s3;
