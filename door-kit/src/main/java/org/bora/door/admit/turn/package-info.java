/** Turns: who may ask the backend now, who waits in line, and for how long. */
package org.bora.door.admit.turn;
