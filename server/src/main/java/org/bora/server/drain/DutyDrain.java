package org.bora.server.drain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.backend.duty.Duty;

/** Stops the background work of a backend. Other backends do it meanwhile. */
public final class DutyDrain implements Drainable {

  private final Map<String, Duty> duties;

  /**
   * @param duties by what people call them
   */
  public DutyDrain(Map<String, Duty> duties) {
    this.duties = new LinkedHashMap<>(duties);
  }

  @Override
  public void begin() {
    duties.values().forEach(Duty::rest);
  }

  @Override
  public boolean undo() {
    duties.values().forEach(Duty::resume);
    return true;
  }

  @Override
  public List<Left> left() {
    List<Left> left = new ArrayList<>();
    duties.forEach(
        (name, duty) -> {
          int pieces = duty.atWork();
          if (pieces > 0) {
            left.add(new Left(name, pieces, name + ": " + pieces + " at work"));
          }
        });
    return left;
  }
}
