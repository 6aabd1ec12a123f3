/**
 * What is on tape, what is to be, and what no longer need be, in the transactions in which files
 * enter and leave the books of space. The engines that carry it out are in {@code
 * srm-backend/tape}.
 */
package org.bora.backend.ledger;
