/** Areas on IBM Storage Scale (GPFS): POSIX, and what libgpfs adds. */
package org.bora.storage.gpfs;
