package org.bora.backend.sweep;

/** What one round of sweeping did: things ended, removed and deleted. */
public record Swept(int overduePuts, int orphanUploads, int endedRequests) {}
