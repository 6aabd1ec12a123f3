package org.bora.api.discovery;

/** Asks for the transfer protocols. */
public record TransferProtocolsRequest() {}
