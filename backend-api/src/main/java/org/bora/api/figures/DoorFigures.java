package org.bora.api.figures;

/**
 * Figures of connections and their handshakes.
 *
 * @param open connections
 * @param beforeHttp open connections without a request yet
 * @param inLine connections that wait for their handshake to begin
 * @param dropped connections closed while they waited for a handshake, since the start
 * @param turnedAway connections refused since the start: no certificate, an invalid one, or no TLS
 *     at all
 */
public record DoorFigures(int open, int beforeHttp, int inLine, long dropped, long turnedAway) {}
