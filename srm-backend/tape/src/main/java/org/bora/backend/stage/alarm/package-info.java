/** What an administrator has to do something about. */
package org.bora.backend.stage.alarm;
