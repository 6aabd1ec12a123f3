package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteSurlTest {

  @ParameterizedTest
  @CsvSource({
    "srm://se.example.org/data/f, se.example.org, 8444, /srm/managerv2",
    "srm://se.example.org:8443/data/f, se.example.org, 8443, /srm/managerv2",
    "srm://se.example.org:8443/srm/managerv2?SFN=/data/f, se.example.org, 8443, /srm/managerv2",
    "srm://SE.Example.org/other/service?SFN=/data/f, se.example.org, 8444, /other/service",
    "srm://se.example.org:8443/srm/managerv2?SFN=data/a?b, se.example.org, 8443, /srm/managerv2",
  })
  void aSurlSaysWhomToCall(String text, String host, int port, String service) {
    assertEquals(Optional.of(new RemoteSurl(host, port, service, text)), RemoteSurl.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gsiftp://h/f",
        "srm:/h/f",
        "srm:///f",
        "srm://user@h/f",
        "srm://h:0/f",
        "srm://h:99999/f",
        "srm://h/ser vice?SFN=/f",
        "srm://h#x/f"
      })
  void whatCannotBeCalledIsNone(String text) {
    assertEquals(Optional.empty(), RemoteSurl.parse(text));
  }
}
