/** Turns: which calls may go to the backend now, which wait, and for how long. */
package org.bora.door.admit.turn;
