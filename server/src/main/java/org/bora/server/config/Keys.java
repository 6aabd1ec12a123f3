package org.bora.server.config;

/**
 * A section of the file as a record, which Boot's binder makes. Each component says by {@link Key}
 * what may stand there; components that are Keys themselves, or lists of them, are sections, too.
 */
interface Keys {}
