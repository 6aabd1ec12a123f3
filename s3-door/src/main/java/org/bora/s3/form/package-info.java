/**
 * Uploads by HTML forms (multipart/form-data), as S3 has them. The fields before the file say who
 * signed what: they are read, within bounds, before the caller is known. The file is never held.
 */
package org.bora.s3.form;
