package org.bora.http.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteUriTest {

  @Test
  void davsIsHttpsAndPathAndQueryStayAsTheyAre() throws Exception {
    assertEquals(
        URI.create("https://h:443/a%20b/%2F?authz=x%26y"),
        RemoteUri.https(URI.create("davs://h/a%20b/%2F?authz=x%26y#part")));
    assertEquals(
        URI.create("https://[::1]:8443/"), RemoteUri.https(URI.create("https://[::1]:8443")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h/f", "file:///etc/passwd", "https:///f", "https://me@h/f", "/f"})
  void nothingElseIsAnotherSide(String uri) {
    assertThrows(RemoteFailure.class, () -> RemoteUri.https(URI.create(uri)));
  }

  @Test
  void aRedirectNeverLeavesTls() throws Exception {
    URI from = URI.create("https://h:443/d/f");
    assertEquals(URI.create("https://h:443/d/g"), RemoteUri.resolve(from, "g"));
    assertEquals(URI.create("https://i:1/g"), RemoteUri.resolve(from, "//i:1/g"));
    assertThrows(RemoteFailure.class, () -> RemoteUri.resolve(from, "http://h/f"));
    assertThrows(RemoteFailure.class, () -> RemoteUri.resolve(from, "https://h/a b"));
  }

  @Test
  void aServerIsHostAndPort() {
    assertTrue(RemoteUri.isSameServer(URI.create("https://H/a"), URI.create("https://h:443/b")));
    assertFalse(RemoteUri.isSameServer(URI.create("https://h/a"), URI.create("https://h:444/b")));
    assertFalse(RemoteUri.isSameServer(URI.create("https://h/a"), URI.create("https://i/a")));
  }
}
