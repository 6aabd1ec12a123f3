package org.bora.api.bearer;

/** Asks for the keys of the days that may still be in use. */
public record DayKeysRequest() {}
