/**
 * How what storage says becomes what a client reads: the one place where a {@link
 * org.bora.storage.spi.StorageException} is given an SRM status, and a residency an SRM word.
 */
package org.bora.backend.outcome;
