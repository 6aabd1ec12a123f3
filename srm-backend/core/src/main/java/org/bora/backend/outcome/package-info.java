/**
 * How what storage says becomes what a client reads: the one place where a {@link
 * org.bora.storage.spi.StorageException} is given an SRM status.
 */
package org.bora.backend.outcome;
