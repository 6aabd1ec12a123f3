/**
 * The link between frontends and backends without a network: gRPC channels and servers whose
 * messages the scheduler delivers, delays or drops. Both sides use the product's own classes.
 */
package org.bora.simulation.link;
