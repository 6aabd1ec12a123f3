/**
 * What administrators ask of a running Bora over HTTPS or its local socket: routes, roles, replies.
 * Knows neither half of Bora; what there is to ask is given as routes.
 */
package org.bora.admin;
