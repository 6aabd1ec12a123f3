/** Traces by OpenTelemetry, told to a collector by OTLP over HTTP. */
package org.bora.server.trace;
