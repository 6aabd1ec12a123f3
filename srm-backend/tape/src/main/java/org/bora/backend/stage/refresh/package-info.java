/** Files on disk that are damaged are brought back from tape. */
package org.bora.backend.stage.refresh;
