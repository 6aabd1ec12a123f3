/** The configuration file: read, checked as a whole, every mistake told at once. */
package org.bora.server.config;
