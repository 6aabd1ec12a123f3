/** Every schedule of a few threads, up to a bound, in place of those of a seed. */
package org.bora.simulation.explore;
