package org.bora.backend.sweep;

/**
 * The result of one round of the sweep: items ended, removed and deleted.
 *
 * @param others items of all other features, and of the comparison of books and disk
 */
public record Swept(int overduePuts, int orphanUploads, int endedRequests, int others) {}
