package org.bora.backend.stage.board;

/**
 * How many tasks of a kind hang on the board.
 *
 * @param library name of the tape system
 * @param operation MIGRATE, RECALL, QUERY, REMOVE
 * @param state WAITING, TAKEN, REPORTED
 */
public record TaskCount(String library, String operation, String state, long tasks) {}
