/**
 * Tape copies, files that wait for tape, and copies to be removed. They change in the transactions
 * in which files enter and leave the books of space. The engines in {@code srm-backend/tape} do the
 * work.
 */
package org.bora.backend.ledger;
