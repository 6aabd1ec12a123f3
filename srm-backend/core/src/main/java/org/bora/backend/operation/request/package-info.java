/**
 * What is common to all requests that outlive a call: releasing, aborting, and the names they use.
 */
package org.bora.backend.operation.request;
