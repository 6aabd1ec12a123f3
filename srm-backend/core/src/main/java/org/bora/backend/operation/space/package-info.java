/**
 * Spaces: srmReserveSpace, srmUpdateSpace, srmReleaseSpace, srmGetSpaceTokens, srmGetSpaceMetaData,
 * srmChangeSpaceForFiles, srmExtendFileLifeTimeInSpace, srmPurgeFromSpace.
 */
package org.bora.backend.operation.space;
