/**
 * Admission, in two steps: bans, a bound on calls and a deadline before a request is read; turns at
 * the backend, fair between callers, once it is known what is asked.
 */
package org.bora.door.admit;
