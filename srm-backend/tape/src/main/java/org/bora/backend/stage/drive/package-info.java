/**
 * Who works with a tape system: at most as many batches as it has drives, over all backends, and
 * one for a volume. No backend leads; a hold that is not renewed is over.
 */
package org.bora.backend.stage.drive;
