/** Certificates for administrators of a site that has no authority for them. */
package org.bora.launcher.command.invite;
