/**
 * What a site tells the grid of its storage: WLCG Storage Resource Reporting and GLUE 2.0, both
 * from one picture of the service.
 */
package org.bora.server.publish;
