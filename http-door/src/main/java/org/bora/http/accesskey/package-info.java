/** Users' own access keys over HTTPS (docs/operate/s3-keys.md). */
package org.bora.http.accesskey;
