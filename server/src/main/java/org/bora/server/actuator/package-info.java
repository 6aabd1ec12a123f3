/** Spring Boot's Actuator: its endpoints, and how they are asked at the administrators' port. */
package org.bora.server.actuator;
