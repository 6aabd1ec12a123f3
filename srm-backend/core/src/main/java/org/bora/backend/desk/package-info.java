/**
 * What administrators look for and order, beyond what a caller may: requests of everybody, where a
 * file is and what holds its name, who uses what, who is kept out. Every question is bounded and
 * goes by an index. Nothing here is on the way of a client's call but {@link
 * org.bora.backend.desk.Bans}.
 */
package org.bora.backend.desk;
