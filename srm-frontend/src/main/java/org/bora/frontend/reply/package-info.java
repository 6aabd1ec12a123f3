/** The only place that converts failures to statuses, and logs them. */
package org.bora.frontend.reply;
