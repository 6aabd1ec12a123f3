/** The keys of what the service issues itself: macaroons, and transfer URLs of HTTPS. */
package org.bora.door.issuing;
