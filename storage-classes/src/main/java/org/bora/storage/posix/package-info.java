/**
 * Storage on any POSIX filesystem of Linux 5.6 or later with extended attributes.
 *
 * <p><b>Names.</b> {@link org.bora.storage.posix.PosixTree} holds one descriptor, of the area's
 * root. Every path is opened from it by openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS:
 * the kernel, not a string check, refuses what leads out, also while another process swaps
 * directories for links. Changes are made by (descriptor of the parent, last name), and the last
 * name is never followed.
 *
 * <p><b>Uploads.</b> {@code .bora-put-ID} beside the target; see {@link
 * org.bora.storage.posix.Uploads} for the steps and why each may be repeated after a crash.
 *
 * <p><b>Checksums.</b> {@code user.bora.adler32} holds the digits together with the size and
 * modification time they were computed for; a file that was changed since has no checksum. {@code
 * user.bora.put} holds the identifier of the upload that made the file.
 *
 * <p><b>Access control lists</b> are read and written in the form the kernel exchanges them, {@code
 * system.posix_acl_access} and {@code system.posix_acl_default}; no library is needed.
 *
 * <p><b>Durability.</b> Made directories, renames and publications are on stable storage when the
 * call returns. Removals, modes and lists are not waited for: a power failure may undo the last of
 * them.
 *
 * <p>All classes but {@link org.bora.storage.posix.PosixDriver} are internal. They block, hold no
 * lock, and may be used from any number of threads; a descriptor lives only within one call or one
 * {@link org.bora.storage.spi.Listing}.
 */
package org.bora.storage.posix;
