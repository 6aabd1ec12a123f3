/** Transfer URLs of HTTPS, in use. */
package org.bora.api.turl;
