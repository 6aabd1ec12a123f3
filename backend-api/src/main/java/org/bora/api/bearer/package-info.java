/** Keys of what the service issues itself: macaroons, and transfer URLs of HTTPS. */
package org.bora.api.bearer;
