/**
 * Gives waits with a limit, and looks at the clock of the machine, to the scheduler. The product
 * calls the JDK for them; while a simulation loads the product's classes, {@code Redirection} has
 * those calls go to {@code TimedWaits}. There a thread of a run waits in simulated time, and any
 * other thread does what it would have done.
 */
package org.bora.simulation.time;
