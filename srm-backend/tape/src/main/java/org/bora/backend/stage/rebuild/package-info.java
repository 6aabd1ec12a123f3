/** What a lost database knew of files, from the files. */
package org.bora.backend.stage.rebuild;
