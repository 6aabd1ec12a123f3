/**
 * The admin API of a running Bora over HTTPS or its local socket: routes, roles, replies. It
 * depends on neither frontend nor backend; they supply the routes.
 */
package org.bora.admin;
