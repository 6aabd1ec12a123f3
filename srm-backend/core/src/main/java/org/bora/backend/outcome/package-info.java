/**
 * Converts answers of the storage to answers for clients: the only place that maps a {@link
 * org.bora.storage.spi.StorageException} to an SRM status, and a residency to an SRM file locality.
 */
package org.bora.backend.outcome;
