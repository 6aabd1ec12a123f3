/**
 * Hands timed waits and clock readings to the scheduler. The product calls the JDK for them. While
 * a simulation loads the product's classes, {@code Redirection} makes these calls go to {@code
 * TimedWaits}. There, a thread of a run waits in simulated time; any other thread does what the JDK
 * does.
 */
package org.bora.simulation.time;
