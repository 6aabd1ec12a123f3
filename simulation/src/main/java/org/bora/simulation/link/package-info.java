/**
 * The link between frontends and backends without a network: channels and servers of gRPC whose
 * messages the scheduler delivers, late, or not at all. The product's own classes stand on both
 * sides of it.
 */
package org.bora.simulation.link;
