package org.bora.it.docs;

import java.time.Duration;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

/** The dashboards are what their script makes: a change of one alone would be lost. */
class DashboardsIT {

  @Test
  void dashboardsAreWhatTheirScriptMakes() {
    new Shell(Site.CHECKOUT, Map.of())
        .run(Duration.ofMinutes(1), "docs/observe/grafana/build", "--check")
        .succeeded();
  }
}
