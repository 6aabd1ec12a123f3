package org.bora.backend.turl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.bora.api.word.SrmStatus;
import org.bora.backend.turl.Turls.Choice;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteTurlsTest {

  private static final GridFtpEndpoint DOOR =
      new GridFtpEndpoint("one", "door.example.org", 2811, "");
  private final Turls turls = new SiteTurls(ListedServers.healthy(DOOR));

  private static SrmStatus refusal(Choice choice) {
    return assertInstanceOf(Choice.None.class, choice).status().code();
  }

  @Test
  void theProtocolsOfRealClientsLeadToTheDoor() {
    Choice through = new Choice.Through(new SiteTurls.ThroughServer(DOOR));

    assertEquals(through, turls.choose(List.of("gsiftp", "https", "root")));
    assertEquals(through, turls.choose(List.of("http", "https", "httpg", "gsiftp", "ftp")));
    assertEquals(through, turls.choose(List.of("GSIFTP")));
    assertEquals(through, turls.choose(List.of()));
  }

  @Test
  void withoutACommonProtocolTheClientLearnsWhatIsOffered() {
    Choice none = turls.choose(List.of("dcap", "rfio"));

    assertEquals(SrmStatus.NOT_SUPPORTED, refusal(none));
    assertEquals(
        "none of the transfer protocols asked for is served here; this service offers gsiftp",
        ((Choice.None) none).status().explanation());
  }

  @Test
  void withoutAHealthyDoorTheClientIsToldToRetry() {
    Turls sick = new SiteTurls(ListedServers.sick(DOOR));

    assertEquals(SrmStatus.INTERNAL_ERROR, refusal(sick.choose(List.of("gsiftp"))));
    assertEquals(SrmStatus.INTERNAL_ERROR, refusal(sick.choose(List.of())));
    assertEquals(SrmStatus.NOT_SUPPORTED, refusal(sick.choose(List.of("dcap"))));
  }

  @Test
  void withoutAnyDoorTheClientIsToldToRetry() {
    assertEquals(
        SrmStatus.INTERNAL_ERROR,
        refusal(new SiteTurls(ListedServers.healthy()).choose(List.of("gsiftp"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/data/f | /data/f",
        "/data/a b+c@d | /data/a%20b%2Bc%40d",
        "/data/100% | /data/100%25",
        "/data/a%41 | /data/a%2541",
        "/data/grü€ | /data/gr%C3%BC%E2%82%AC",
        "/data/\uD83D\uDE00 | /data/%F0%9F%98%80",
        "/data/a?b#c;d | /data/a%3Fb%23c%3Bd",
        "/data/.bora-put-1_~ | /data/.bora-put-1_~"
      })
  void pathsAreEscaped(String physical, String path) {
    assertEquals(
        "gsiftp://door.example.org:2811" + path, new SiteTurls.ThroughServer(DOOR).turl(physical));
  }

  @Test
  void aDoorWithTheFileSystemGetsAFileUrlWhateverProtocolIsNamed() {
    Choice choice = new FileTurls().choose(List.of("gsiftp"));

    assertEquals(
        "file:///data/a%20b%23c",
        assertInstanceOf(Choice.Through.class, choice).way().turl("/data/a b#c"));
  }

  @Test
  void thePrefixOfADoorComesFirst() {
    GridFtpEndpoint door = new GridFtpEndpoint("two", "h", 1, "/export dir");

    assertEquals(
        "gsiftp://h:1/export%20dir/data/f", new SiteTurls.ThroughServer(door).turl("/data/f"));
  }

  @Test
  void anIpv6AddressGetsBrackets() {
    assertEquals(
        "gsiftp://[::1]:2811/f",
        new SiteTurls.ThroughServer(new GridFtpEndpoint("six", "::1", 2811, "")).turl("/f"));
  }
}
