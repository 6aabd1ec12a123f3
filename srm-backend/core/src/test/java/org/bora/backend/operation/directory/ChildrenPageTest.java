package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.ReturnStatus;
import org.junit.jupiter.api.Test;

class ChildrenPageTest {

  @Test
  void whatAFailureLeftUndescribedIsNotShown() {
    PathDetail seen =
        new PathDetail("/a/seen", ReturnStatus.success(), Optional.empty(), List.of());
    ChildrenPage page = new ChildrenPage(new LsBudget(10), 0, 0);
    page.reserve();
    page.fill(page.reserve(), seen);
    assertEquals(List.of(seen), page.children());
  }
}
