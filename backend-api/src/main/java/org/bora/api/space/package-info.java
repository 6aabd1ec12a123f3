/** Space tokens and their figures. */
package org.bora.api.space;
