/**
 * Fireflies: datagrams that tell the network's operators which experiment and activity the
 * connections of a third-party copy belong to (SciTags, "firefly" message version 1).
 */
package org.bora.http.flow;
