package org.bora.audit;

import java.time.Clock;

/** The trail of a site without an audit log. */
enum NoTrail implements AuditTrail {
  OFF;

  @Override
  public boolean isOn() {
    return false;
  }

  @Override
  public void check() {}

  @Override
  public AuditLines lines() {
    return new AuditLines(new AuditSource("", "", 0), Clock.systemUTC());
  }

  @Override
  public void write(AuditLines lines) {
    lines.clear();
  }
}
