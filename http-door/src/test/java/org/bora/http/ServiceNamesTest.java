package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.Set;
import org.eclipse.jetty.http.HttpURI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which URLs are of this service. */
class ServiceNamesTest {
  private static final ServiceNames NAMES =
      new ServiceNames("se1.example.org", Set.of("SE.example.org", "door2.example.org"), 8443);

  @ParameterizedTest
  @CsvSource({
    "https://se1.example.org:8443/f, true",
    "https://SE1.Example.Org:8443/f, true",
    "davs://se.example.org:8443/f, true",
    "https://door2.example.org:8443/f, true",
    "https://balancer.example.org/f, true",
    "https://balancer.example.org:443/f, true",
    "https://balancer.example.org:8443/f, true",
    "https://se.example.org/f, true",
    "https://se1.example.org:8444/f, false",
    "https://other.example.org:8443/f, false",
    "https://other.example.org/f, false",
    "/f, false"
  })
  void aNameOfTheServiceOrOfTheRequestCounts(URI url, boolean here) {
    assertEquals(here, NAMES.isHere(url, HttpURI.from("https://balancer.example.org/a")));
  }
}
