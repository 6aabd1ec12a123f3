/** Reading: srmPrepareToGet and srmStatusOfGetRequest. */
package org.bora.backend.operation.get;
