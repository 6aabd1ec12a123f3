/**
 * Queries and orders of administrators, beyond the rights of callers: requests of all callers, the
 * place of a file and the holders of its name, current users, bans. Every query is bounded and uses
 * an index. Calls of clients use only {@link org.bora.backend.desk.Bans}.
 */
package org.bora.backend.desk;
