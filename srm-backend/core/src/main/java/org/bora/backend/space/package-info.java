/**
 * The books of space: reservations, what they and the areas' own spaces hold, and the files in
 * them. {@link org.bora.backend.space.SpaceBooks} is the one door to counters and files.
 */
package org.bora.backend.space;
