/**
 * What local accounts may do with files, which is what a GridFTP server under the mapped account
 * can do: POSIX access control lists, set ahead of time or just in time for a TURL.
 */
package org.bora.backend.access;
