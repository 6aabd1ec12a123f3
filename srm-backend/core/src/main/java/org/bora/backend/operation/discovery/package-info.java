/** srmGetTransferProtocols. */
package org.bora.backend.operation.discovery;
