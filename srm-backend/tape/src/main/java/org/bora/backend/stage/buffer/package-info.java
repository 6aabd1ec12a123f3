/**
 * The disk before the tape: which files leave it when it is full, and who may hold how much of it.
 */
package org.bora.backend.stage.buffer;
