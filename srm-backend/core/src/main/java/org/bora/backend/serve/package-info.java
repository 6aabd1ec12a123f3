/** The backend's gRPC server: decodes, asks the operations, encodes. */
package org.bora.backend.serve;
