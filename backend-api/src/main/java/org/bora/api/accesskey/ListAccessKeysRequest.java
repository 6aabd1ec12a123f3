package org.bora.api.accesskey;

/** Asks for all access keys of the caller. */
public record ListAccessKeysRequest() {}
