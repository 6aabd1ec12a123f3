/** A port that tells a balancer whether this frontend takes clients. */
package org.bora.frontend.health;
