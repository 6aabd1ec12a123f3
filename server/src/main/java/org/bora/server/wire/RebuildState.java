package org.bora.server.wire;

/**
 * The progress of a rebuild.
 *
 * @param running whether one runs
 * @param area that is rebuilt; empty where no rebuild runs
 * @param number of this area among all that are rebuilt, from 1
 * @param areas how many are rebuilt
 * @param files of this area so far
 * @param part how much of this area was read, from 0 to 1: an estimate
 * @param seconds since this area was begun
 */
public record RebuildState(
    boolean running, String area, int number, int areas, long files, double part, long seconds) {}
