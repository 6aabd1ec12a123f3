/**
 * Files that become parts of another one: the door copies their bytes, the engine sees to it that
 * they count once, and go.
 *
 * <p>{@link org.bora.backend.merge.Merges} marks them in the transaction that enters the put of the
 * file. From that commit on the put counts instead of them, so a merge takes nothing of a quota,
 * and is never refused for it. What the marks mean follows from the state of the put alone: nothing
 * has to be undone where it ends without a file, they count again. Once it is stored they are of no
 * use: {@link org.bora.backend.merge.MergedParts} removes those that the door has left, by their
 * identifiers, whatever their names are by then; and nothing is made of them a second time.
 */
package org.bora.backend.merge;
