/**
 * Requests that outlive a call: their owners and files, the state of each file of a put, and the
 * lock on names that are being written.
 */
package org.bora.backend.request;
