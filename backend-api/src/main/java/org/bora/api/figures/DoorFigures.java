package org.bora.api.figures;

/**
 * The gate before identity: connections and their handshakes.
 *
 * @param open connections
 * @param beforeHttp of them, those without a request yet
 * @param inLine of those, the ones that wait for their handshake to begin
 * @param dropped since the start, from the line: they would have waited in vain
 * @param turnedAway since the start: no certificate, one that does not hold, or no TLS at all
 */
public record DoorFigures(int open, int beforeHttp, int inLine, long dropped, long turnedAway) {}
