/** What the door says and hears in XML: answers, errors, and the bodies of requests. */
package org.bora.s3.answer;
