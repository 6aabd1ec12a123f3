/**
 * Admission, in two steps: bans, a limit on calls and a deadline before a request is read; then,
 * when the operation is known, fair turns between callers at the backend.
 */
package org.bora.door.admit;
