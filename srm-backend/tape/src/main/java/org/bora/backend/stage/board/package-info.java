/**
 * The board on which work for tape systems outside hangs, and the REST interface by which their
 * pullers take it and report (docs/operate/recall-table.md). All backends share the board; a puller
 * may speak to any of them.
 */
package org.bora.backend.stage.board;
