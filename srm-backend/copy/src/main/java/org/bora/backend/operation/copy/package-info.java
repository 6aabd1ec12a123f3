/**
 * srmCopy and its status: files moved between this service and others with the caller's delegated
 * credential. The local side of a copy goes through the operations every client uses, so what holds
 * for them (policy, space, busy names, overwriting) holds for copies.
 */
package org.bora.backend.operation.copy;
