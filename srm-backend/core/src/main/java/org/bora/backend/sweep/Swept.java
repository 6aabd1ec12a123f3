package org.bora.backend.sweep;

/**
 * What one round of sweeping did: things ended, removed and deleted.
 *
 * @param others by the parts of other features together, and by the comparison of books and disk
 */
public record Swept(int overduePuts, int orphanUploads, int endedRequests, int others) {}
