/**
 * The GSI door: TLS with proxy chains, VOMS attributes, the delegation byte. {@code trust} decides
 * whom to believe, {@code voms} what their attributes are worth, {@code tls} runs the handshake,
 * {@code door} ties them to Jetty. The rest of the frontend sees {@link Identity} only.
 */
package org.bora.door.gsi;
