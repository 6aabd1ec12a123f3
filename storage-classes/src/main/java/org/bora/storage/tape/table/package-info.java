/**
 * A tape system that fetches its work: batches are put on a board, from which pullers outside take
 * tasks and on which they report, as GEMSS does with StoRM. The protocol of the pullers is in
 * docs/operate/recall-table.md.
 */
package org.bora.storage.tape.table;
