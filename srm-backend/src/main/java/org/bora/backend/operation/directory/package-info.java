/** srmLs, srmMkdir, srmRmdir, srmRm and srmMv: one class each. */
package org.bora.backend.operation.directory;
