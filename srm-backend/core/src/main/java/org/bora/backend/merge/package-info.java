/**
 * Merges files into another one: the door copies their bytes, and the engine makes them count once
 * and removes the parts.
 *
 * <p>{@link org.bora.backend.merge.Merges} marks the parts in the transaction that inserts the put
 * of the file. From that commit on the put counts in their place, so a merge needs no quota and is
 * never refused for lack of it. The state of the put alone determines the meaning of the marks: if
 * the put ends without a file, the parts count again, and nothing has to be undone. Once the file
 * is stored, the parts are not needed: {@link org.bora.backend.merge.MergedParts} removes those
 * that the door has left, by their identifiers, whatever their names are then. They cannot be
 * merged again.
 */
package org.bora.backend.merge;
