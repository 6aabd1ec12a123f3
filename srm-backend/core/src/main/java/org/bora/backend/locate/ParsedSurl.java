package org.bora.backend.locate;

import java.util.List;

/**
 * A SURL taken apart.
 *
 * @param host lower case; IPv6 addresses keep their brackets
 * @param names the components of the path, decoded, without empty ones; none is the top
 */
record ParsedSurl(String host, List<String> names) {

  ParsedSurl {
    names = List.copyOf(names);
  }
}
