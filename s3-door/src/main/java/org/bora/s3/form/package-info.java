/**
 * Uploads by HTML forms (multipart/form-data), as in S3. The fields before the file have the signer
 * and the signed policy: they are read, within limits, before the caller is known. The file is
 * never buffered.
 */
package org.bora.s3.form;
