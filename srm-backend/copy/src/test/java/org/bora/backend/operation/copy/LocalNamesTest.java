package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.word.Surl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalNamesTest {
  private static final Set<String> HOSTS = Set.of("se.example.org", "Alias.example.org", "[::1]");

  @ParameterizedTest
  @CsvSource({
    "srm://se.example.org/vo/f, true, true",
    "srm://SE.example.org:8444/vo/f, true, true",
    "srm://alias.example.org:8444/srm/managerv2?SFN=/vo/f, true, true",
    "srm://se.example.org:/vo/f, true, true",
    "srm://se.example.org:8443/vo/f, false, true",
    "srm://[::1]:8444/vo/f, true, true",
    "srm://other.example.org:8444/vo/f, false, false",
    "srm://se.example.org.evil/vo/f, false, false",
    "gsiftp://se.example.org:2811/vo/f, false, false",
    "nonsense, false, false",
  })
  void theHostMustBeOursAndThePortToo(String text, boolean withPort, boolean withoutPort) {
    Surl surl = new Surl(text);
    assertEquals(withPort, new LocalNames(HOSTS, OptionalInt.of(8444)).isHere(surl));
    assertEquals(withoutPort, new LocalNames(HOSTS, OptionalInt.empty()).isHere(surl));
  }
}
