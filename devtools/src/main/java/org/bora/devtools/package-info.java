/** What a checkout has beyond an installed Bora: the verbs that run its tests and benches. */
package org.bora.devtools;
