/**
 * srmLs, srmMkdir, srmRmdir, srmRm and srmMv: one class each. {@code stat} stands in that of srmLs.
 */
package org.bora.backend.operation.directory;
