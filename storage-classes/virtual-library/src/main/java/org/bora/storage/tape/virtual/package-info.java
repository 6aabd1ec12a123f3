/**
 * A tape library that is a directory: volumes are files, drives and the robot are locks, and what
 * takes time on tape takes time here. For tests, demonstrations and plans; small sites may keep
 * bytes in it, as it loses none.
 *
 * <p><b>The directory.</b> {@code LIBRARY} marks it. {@code volumes/V00001.tape} holds the bytes,
 * {@code .index} beside it what is on the volume, {@code .usage} what was done with it; {@code
 * drives/0} says what is in a drive and where its head is; {@code locks/} holds the locks (flock);
 * an administrator breaks things by files in {@code faults/}, see {@link
 * org.bora.storage.tape.virtual.Faults}.
 *
 * <p><b>A volume</b> is a row of blocks of 4096 bytes: a label, then objects, each a block that
 * describes it (text, with a CRC and its own place) and its bytes, filled up. The description is
 * written last: what has none is not there. So an index that was lost is made again by walking the
 * volume. Only one byte of what was written ever changes: the mark that the object is not needed
 * any more. A volume that has only such objects is labelled again with the next generation, which
 * makes whatever is still on it invalid.
 *
 * <p><b>Names of objects</b> hold file, volume, generation and position, so that reading needs no
 * index, and so that a name never means another file's bytes.
 *
 * <p><b>Processes.</b> Any number may use one directory. The holder of a drive's lock has the drive
 * and the volume in it; the robot's lock is held while a drive is chosen; a volume's lock while its
 * index or a mark changes. The kernel gives back the locks of a process that dies.
 */
package org.bora.storage.tape.virtual;
