package org.bora.simulation.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Site;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The timeline of a run. */
class PictureTest {
  private static final Site.Settings MINUTE =
      Site.Settings.defaults().disturbedFor(Duration.ofMinutes(1));

  private static String svg(boolean wrong) {
    return new Picture(SampleOutcome.of(MINUTE, wrong)).svg();
  }

  private static int count(String svg, String text) {
    return svg.split(text, -1).length - 1;
  }

  @Test
  void itIsSvgOfTheWidthOfAScreen() throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg(true).getBytes(StandardCharsets.UTF_8)));
    assertEquals("svg", document.getDocumentElement().getTagName());
    assertEquals("1440", document.getDocumentElement().getAttribute("width"));
  }

  @Test
  void eachPartHasALineAndEachFaultASign() {
    String svg = svg(true);
    assertTrue(svg.contains(">backend-1</text>") && svg.contains(">client-2</text>"), svg);
    assertEquals(40, count(svg, "kill of a backend</title>"), svg);
    assertTrue(svg.contains("a process dies, or the power fails (40)</text>"), svg);
    assertTrue(svg.contains("srmRm: SUCCESS</title>"), svg);
  }

  @Test
  void theAxisHasTimes() {
    String svg = svg(false);
    assertEquals(2, count(svg, ">0:00</text>"), svg);
    assertEquals(2, count(svg, ">1:00</text>"), svg);
    assertTrue(svg.contains("Seed 7: no contradiction"), svg);
  }

  @Test
  void aContradictionHasANumberAndIsTold() {
    String svg = svg(true);
    assertTrue(svg.contains("Seed 7: 1 contradiction<"), svg);
    assertTrue(
        svg.contains("1   0:41   I1: client-2.1-3 may hold [(no file)], and &lt;a read"), svg);
  }

  @Test
  void faultsAreToldApart() {
    assertEquals(Sign.DEATH, Sign.of("death after srmRm"));
    assertEquals(Sign.STANDSTILL, Sign.of("standstill in publishUpload"));
    assertEquals(Sign.STANDSTILL, Sign.of("backend stands still"));
    assertEquals(Sign.ANSWER, Sign.of("lost answer to a commit"));
    assertEquals(Sign.NETWORK, Sign.of("an answer is lost with its connection"));
    assertEquals(Sign.STORAGE, Sign.of("tape drive hangs"));
    assertEquals(Sign.OTHER, Sign.of("something new"));
  }

  @Test
  void contradictionsThatAreCloseHaveOneLabel() {
    List<Moment> three =
        List.of(wrong(1, "I1: a"), wrong(2, "I2: b\n  at line 2"), wrong(50, "I3: c"));
    Wrongs wrongs = new Wrongs(three, at -> at.toSeconds() * 10.0);
    String lines = wrongs.lines(0, 100);
    assertTrue(lines.contains(">1-2</text>") && lines.contains(">3</text>"), lines);
    assertTrue(wrongs.texts(0).contains("2   0:02   I2: b</text>"), () -> wrongs.texts(0));
  }

  private static Moment wrong(int second, String what) {
    return new Moment(Duration.ofSeconds(second), "site", Moment.Kind.WRONG, 0, what);
  }
}
