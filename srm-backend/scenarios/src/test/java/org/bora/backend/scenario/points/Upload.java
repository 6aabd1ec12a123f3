package org.bora.backend.scenario.points;

/** A put whose bytes have been written, and what its client hopes for. */
record Upload(String name, String content, String token, Deed deed) {}
