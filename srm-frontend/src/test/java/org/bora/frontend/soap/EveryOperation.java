package org.bora.frontend.soap;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bora.contract.ISRM;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.bora.door.admit.TransferSettings;
import org.bora.door.admit.turn.TurnSettings;

/** Calls of all operations of the contract, at an endpoint that has banned Mallory. */
final class EveryOperation {
  static final Set<String> NAMES =
      Arrays.stream(ISRM.class.getMethods())
          .map(Method::getName)
          .collect(Collectors.toCollection(TreeSet::new));

  /** Whatever any of them needs; who reads one passes over the fields of the others. */
  static final String FIELDS =
      "<requestToken>t</requestToken><SURL>srm://h/a</SURL><fromSURL>srm://h/a</fromSURL>"
          + "<toSURL>srm://h/b</toSURL><permissionType>CHANGE</permissionType>"
          + "<arrayOfSURLs><urlArray>srm://h/a</urlArray></arrayOfSURLs>"
          + "<spaceToken>space-1</spaceToken><targetSpaceToken>space-1</targetSpaceToken>"
          + "<newLifeTime>600</newLifeTime>"
          + "<arrayOfRequestTokens><stringArray>t</stringArray></arrayOfRequestTokens>"
          + "<arrayOfSpaceTokens><stringArray>space-1</stringArray></arrayOfSpaceTokens>"
          + "<arrayOfFileRequests><requestArray><targetSURL>srm://h/a</targetSURL>"
          + "<sourceSURL>srm://h/a</sourceSURL></requestArray></arrayOfFileRequests>";

  private EveryOperation() {}

  static SoapSettings soap() {
    return SoapSettings.defaults("httpg://h/srm/managerv2", "0.1");
  }

  /**
   * Few at once, and no Mallory.
   *
   * @param written where the ban stands in the configuration
   */
  static AdmissionSettings withoutMallory(String written) {
    return new AdmissionSettings(
        4,
        2,
        Duration.ofSeconds(60),
        Duration.ofSeconds(7),
        TransferSettings.defaults(),
        TurnSettings.defaults(),
        new BanSettings(List.of(new Ban("*CN=Mallory", written)), List.of(), List.of()));
  }
}
