package org.bora.backend.stage.board;

/**
 * The number of tasks of one kind on the board.
 *
 * @param library name of the tape system
 * @param operation MIGRATE, RECALL, QUERY, REMOVE
 * @param state WAITING, TAKEN, REPORTED
 */
public record TaskCount(String library, String operation, String state, long tasks) {}
