/**
 * What passes between the halves: the operations of the catalogue as methods of gRPC, our records
 * as CBOR, and the credentials of the connection. The only package of this module that knows gRPC
 * and Jackson; beside it only the frontend's dispatch and the backend's serve may use it.
 */
package org.bora.api.wire;
