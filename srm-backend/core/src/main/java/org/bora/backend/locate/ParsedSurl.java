package org.bora.backend.locate;

import java.util.List;

/**
 * A parsed SURL.
 *
 * @param host lower case; IPv6 addresses keep their brackets
 * @param names the components of the path, decoded, without empty ones; empty for the top directory
 */
record ParsedSurl(String host, List<String> names) {

  ParsedSurl {
    names = List.copyOf(names);
  }
}
