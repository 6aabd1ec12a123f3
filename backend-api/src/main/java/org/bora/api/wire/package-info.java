/**
 * The records of the feature packages as protobuf messages and back, and the credentials of the
 * connection that carries them. The only package of this module that knows protobuf and gRPC;
 * beside it only the frontend's dispatch and the backend's serve may use it.
 */
package org.bora.api.wire;
