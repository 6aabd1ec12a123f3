/**
 * A tape library in a directory: volumes are files, drives and the robot are locks, and it takes as
 * long as real tape would. For tests, demonstrations and planning; small sites may store files in
 * it, because it does not lose any.
 *
 * <p><b>The directory.</b> {@code LIBRARY} marks it. {@code volumes/V00001.tape} has the bytes,
 * {@code .index} the content of the volume, {@code .usage} its usage; {@code drives/0} has the
 * volume in a drive and the position of its head; {@code locks/} holds the locks (flock); an
 * administrator breaks things by files in {@code faults/}, see {@link
 * org.bora.storage.tape.virtual.Faults}.
 *
 * <p><b>A volume</b> is a row of blocks of 4096 bytes: a label, then objects. Each object has a
 * block with its description (text, with a CRC and its position) and its padded bytes. The
 * description is written last, so an object without one does not exist, and a lost index can be
 * rebuilt by reading the volume. Only one written byte ever changes: the mark that an object is no
 * longer needed. A volume that has only such objects is labelled again with the next generation,
 * which invalidates its content.
 *
 * <p><b>Names of objects</b> contain file, volume, generation and position. Reading needs no index,
 * and a name never refers to another file's bytes.
 *
 * <p><b>Processes.</b> Any number may use one directory. The holder of a drive's lock has the drive
 * and the volume in it; the robot's lock is held while a drive is chosen; a volume's lock while its
 * index or a mark changes. The kernel releases the locks of a process that dies.
 */
package org.bora.storage.tape.virtual;
