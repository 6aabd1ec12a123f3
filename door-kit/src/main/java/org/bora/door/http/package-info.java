/**
 * What doors that speak HTTP share. A door is an {@link org.bora.door.http.HttpService} behind a
 * {@link org.bora.door.http.ServiceHandler}; several may share a port.
 *
 * <p>A request passes these steps: the port identifies its caller; {@code ServiceHandler} admits it
 * and gives it a thread; the service answers through its {@link org.bora.door.http.Exchange}, or
 * refuses with {@link org.bora.door.http.Refused}; the audit log has its line before the answer
 * leaves; the place is given back when the request has been answered.
 */
package org.bora.door.http;
