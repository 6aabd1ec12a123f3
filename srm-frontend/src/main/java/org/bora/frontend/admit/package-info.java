/** Admission: bans, a bound on work in progress, a deadline for every call. */
package org.bora.frontend.admit;
