/**
 * Storage on any POSIX filesystem of Linux 5.6 or later with extended attributes.
 *
 * <p><b>Names.</b> {@link org.bora.storage.posix.PosixTree} holds one descriptor, of the area's
 * root. Every path is opened from it by openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS:
 * the kernel, not a string check, refuses what leads out, also while another process swaps
 * directories for links. Changes use the descriptor of the parent and the last name, and the last
 * name is never followed.
 *
 * <p><b>Uploads.</b> {@code .bora-put-ID} beside the target; see {@link
 * org.bora.storage.posix.Uploads} for the steps and why each may be repeated after a crash.
 *
 * <p><b>Checksums.</b> {@code user.bora.adler32} holds the digits together with the size and
 * modification time they were computed for; a file that was changed since has no checksum. {@code
 * user.bora.put} holds the identifier of the upload that made the file.
 *
 * <p><b>Seals.</b> The owner of a file may write every {@code user.bora.*} attribute. {@code
 * user.bora.seal} records which of them Bora wrote: identifier, label, place on tape and mark of a
 * stub, each for this owner and inode (see {@link org.bora.storage.posix.FileSeal} and
 * docs/adr/0044). Unsealed attributes are reported as uncertain, and callers believe them only if
 * the database agrees. A file of Bora's own account that no other account may write needs no seal.
 *
 * <p><b>Recalled files.</b> {@code .bora-recall-ID} beside the stub is created by Bora with mode
 * 0600. After the tape system has written it, it is published only if it has one name and belongs
 * to root, to Bora's account or to the owner of the stub; see {@link
 * org.bora.storage.posix.StubToFile}. Bora seals it again, with only the attributes that were
 * sealed on the stub.
 *
 * <p><b>Access control lists</b> are read and written in the form the kernel exchanges them, {@code
 * system.posix_acl_access} and {@code system.posix_acl_default}; no library is needed.
 *
 * <p><b>Durability.</b> As {@link org.bora.storage.spi.AreaTree} promises, by fsync of every
 * directory in which a visible name came, went or changed: both directories of a rename, the new
 * one first.
 *
 * <p><b>Names that may mean another file by now.</b> No file is removed by a name that another
 * process may have given to another file: see {@link org.bora.storage.posix.Capture}. Two changes
 * are not atomic if the filesystem lacks a flag of renameat2. Without RENAME_NOREPLACE (GPFS,
 * GlusterFS, NFS) a renamed file has both names for a moment, and an empty directory that another
 * process makes under the new name of a directory is replaced. Without RENAME_EXCHANGE see {@link
 * org.bora.storage.posix.Swaps}. srmRm removes by name: the file that has it at that moment.
 *
 * <p>All classes but {@link org.bora.storage.posix.PosixDriver} are internal. They block, hold no
 * lock, and may be used from any number of threads; a descriptor lives only within one call or one
 * {@link org.bora.storage.spi.Listing}.
 */
package org.bora.storage.posix;
