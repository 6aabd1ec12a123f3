/**
 * Requests that outlive a call: who asked for what, where every file of a put stands, and the lock
 * on the names being written.
 */
package org.bora.backend.request;
