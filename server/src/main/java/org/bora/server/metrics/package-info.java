/** Metrics of a process for Prometheus; docs/reference/metrics.md describes each of them. */
package org.bora.server.metrics;
