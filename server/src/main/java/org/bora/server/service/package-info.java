/** Tells the service manager that started this process how it is. */
package org.bora.server.service;
