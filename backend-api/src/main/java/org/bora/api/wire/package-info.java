/**
 * The link between frontend and backend: the operations of the catalogue as gRPC methods, our
 * records as CBOR, and the credentials of the connection. The only package of this module that
 * depends on gRPC and Jackson; apart from it, only the frontend's dispatch and the backend's serve
 * may use them.
 */
package org.bora.api.wire;
