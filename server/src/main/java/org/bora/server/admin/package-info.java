/** What administrators can ask of a running Bora: the routes, and how commands reach them. */
package org.bora.server.admin;
