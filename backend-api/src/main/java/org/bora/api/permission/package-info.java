/** Permission functions. */
package org.bora.api.permission;
