package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.Residency.Trouble;
import org.junit.jupiter.api.Test;

class StubMarkTest {
  @Test
  void whatIsWrittenIsRead() {
    for (StubMark mark :
        List.of(
            new StubMark(0, Optional.empty()),
            new StubMark(0777, Optional.of(Trouble.LOST)),
            new StubMark(0640, Optional.of(Trouble.UNAVAILABLE)))) {
      assertEquals(mark, StubMark.parse(mark.text()));
    }
  }

  @Test
  void whatCannotBeReadIsAMarkNevertheless() {
    StubMark nothing = new StubMark(0, Optional.empty());
    for (String wrong : List.of("", "1", "2 0644 -", "1 rwx -", "1 0644")) {
      assertEquals(nothing, StubMark.parse(wrong), wrong);
    }
    assertEquals(new StubMark(0644, Optional.empty()), StubMark.parse("1 0644 SOMETHING"));
  }

  @Test
  void aMarkGivesNoSetUserSetGroupOrStickyBit() {
    assertEquals(0755, StubMark.parse("1 6755 -").mode());
    assertEquals(0777, StubMark.parse("1 7777 LOST").mode());
    assertEquals(0640, new StubMark(0, Optional.empty()).withMode(04640).mode());
  }

  @Test
  void aClosedListPermitsNobodyAnythingAndOpensAgain() {
    for (Acl acl : List.of(Acl.ofMode(0751), Acl.ofMode(0640).withUser(5, 6).withOther(1))) {
      Acl closed = StubMark.closed(acl);
      assertEquals(0, closed.mode());
      StubMark mark = new StubMark(0, Optional.empty()).withAcl(acl);
      assertEquals(acl.mode(), mark.mode());
      assertEquals(acl, mark.opened(closed));
    }
  }

  @Test
  void theOwningGroupStandsInTheMiddleAndNotTheMask() {
    Acl acl = Acl.ofMode(0640).withUser(5, 7);
    StubMark mark = new StubMark(acl.mode(), Optional.empty());
    assertEquals(0670, mark.mode());
    assertEquals(0640, mark.permissions(StubMark.closed(acl)));
  }
}
