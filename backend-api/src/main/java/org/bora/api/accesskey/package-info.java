/** Keys with which S3 clients sign their requests in the name of an identity (docs/adr/0065). */
package org.bora.api.accesskey;
