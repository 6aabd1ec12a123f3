/**
 * Assigns the drives of a tape system to batches: over all backends at most one batch per drive,
 * and one per volume. No backend is a leader; a hold ends if it is not renewed.
 */
package org.bora.backend.stage.drive;
