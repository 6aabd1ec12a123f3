/**
 * Two backends on one database and one directory, of which one dies or freezes at every point where
 * it waits for something outside of it.
 */
package org.bora.backend.scenario.points;
