/**
 * Writing: srmPrepareToPut, srmStatusOfPutRequest, srmPutDone. A put is atomic: readers see the old
 * file, or none, until srmPutDone has renamed the new one over it.
 */
package org.bora.backend.operation.put;
