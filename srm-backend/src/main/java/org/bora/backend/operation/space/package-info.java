/** srmGetSpaceTokens and srmGetSpaceMetaData. */
package org.bora.backend.operation.space;
