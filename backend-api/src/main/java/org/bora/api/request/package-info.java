/** Requests that outlive a call. */
package org.bora.api.request;
