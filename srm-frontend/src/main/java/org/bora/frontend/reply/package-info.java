/** Failure becomes status: the one place where it does, and where it is logged. */
package org.bora.frontend.reply;
