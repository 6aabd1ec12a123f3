/**
 * What is on tape, what is to be, and what no longer need be, in the transactions in which files
 * enter and leave the books of space.
 */
package org.bora.backend.stage.ledger;
