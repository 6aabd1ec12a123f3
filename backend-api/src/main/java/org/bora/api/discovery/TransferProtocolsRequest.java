package org.bora.api.discovery;

/** Asks which protocols files are transferred by. */
public record TransferProtocolsRequest() {}
