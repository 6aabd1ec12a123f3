/** Figures of a process for Prometheus; docs/reference/metrics.md says what each of them means. */
package org.bora.server.metrics;
