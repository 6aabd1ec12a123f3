package org.bora.storm.translate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.Element;

/**
 * Translates the protocols and pools of all filesystems to GridFTP servers, which serve all areas.
 */
final class DoorTranslation {
  private static final String GRIDFTP_PORT = "2811";

  private final String file;
  private final Findings findings;
  private final Map<String, Set<String>> areasByDoor = new LinkedHashMap<>();
  private final Set<String> areas = new LinkedHashSet<>();

  DoorTranslation(String file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Reads the doors of one filesystem. */
  void read(String area, Element capabilities) {
    areas.add(area);
    List<String> ids = new ArrayList<>();
    for (Element transfer : capabilities.children("trans-prot")) {
      for (Element protocol : transfer.children()) {
        protocol(area, protocol);
        protocol.valueOf("id").ifPresent(ids::add);
      }
    }
    for (Element pool : capabilities.children("pool")) {
      pool(area, pool, ids);
    }
  }

  private Spot place(String area, Element part) {
    return new Spot(file, part.line(), "filesystem " + area + " " + part.name());
  }

  private void protocol(String area, Element protocol) {
    String name = protocol.valueOf("schema").orElse(protocol.attribute("name"));
    String host = protocol.valueOf("host").orElse("");
    String port = protocol.valueOf("port").orElse(GRIDFTP_PORT);
    Spot place = place(area, protocol);
    if (!protocol.name().equals("prot")) {
      findings.unknown(place, protocol.text(), "no part of trans-prot");
    } else if (name.equals("https") || name.equals("http")) {
      findings.dropped(
          place,
          name + (host.isEmpty() ? "" : " " + host),
          "Bora gives TURLs of https and davs for its own port, endpoint.http-port, where that is"
              + " set");
    } else if (!name.equals("gsiftp")) {
      findings.dropped(
          place,
          name + (host.isEmpty() ? "" : " " + host),
          "TURLs are of gsiftp, https and davs; a server of another protocol goes on beside Bora,"
              + " without TURLs of it");
    } else if (host.isEmpty()) {
      findings.dropped(place, name, "it names no host: write a door by hand");
    } else {
      String door = host + ":" + port;
      areasByDoor.computeIfAbsent(door, none -> new LinkedHashSet<>()).add(area);
      findings.kept(place, name + " " + door, "doors: " + door);
    }
  }

  private void pool(String area, Element pool, List<String> ids) {
    String strategy = pool.valueOf("balance-strategy").orElse("");
    Spot place = place(area, pool.child("balance-strategy").orElse(pool));
    switch (strategy) {
      case "round-robin" -> findings.kept(place, strategy, "door-watch.sharing: round-robin");
      case "smart-rr" ->
          findings.kept(
              place,
              strategy,
              "door-watch.sharing: round-robin",
              "doors that do not answer get no TURLs in any case");
      case "random", "weight" ->
          findings.changed(
              place,
              strategy,
              "door-watch.sharing: round-robin",
              "healthy doors are taken in turn");
      default -> findings.unknown(place, strategy, "no strategy of StoRM's");
    }
    for (Element members : pool.children("members")) {
      members.children().forEach(member -> member(area, member, ids));
    }
  }

  private void member(String area, Element member, List<String> ids) {
    String id = member.attribute("member-id");
    if (!ids.contains(id)) {
      findings.unknown(place(area, member), id, "no protocol of this filesystem has this id");
    } else if (member.child("weight").isPresent()) {
      findings.dropped(
          place(area, member),
          id + " weight " + member.valueOf("weight").orElse(""),
          "doors have no weights; they are taken in turn");
    } else {
      findings.kept(place(area, member), id, "door-watch.sharing");
    }
  }

  /** The list {@code doors}; tells of doors that not every area had. */
  List<Map<String, Object>> doors() {
    List<Map<String, Object>> doors = new ArrayList<>();
    areasByDoor.forEach(
        (door, served) -> {
          int colon = door.lastIndexOf(':');
          Map<String, Object> keys = new LinkedHashMap<>();
          keys.put("host", door.substring(0, colon));
          if (!door.endsWith(":" + GRIDFTP_PORT)) {
            keys.put("port", door.substring(colon + 1));
          }
          doors.add(keys);
          tellOthers(door, served);
        });
    if (doors.isEmpty()) {
      findings.dropped(
          new Spot(file, 0, "trans-prot gsiftp"), "", "there is none: write doors by hand");
    }
    return doors;
  }

  private void tellOthers(String door, Set<String> served) {
    Set<String> others = new LinkedHashSet<>(areas);
    others.removeAll(served);
    if (!others.isEmpty()) {
      findings.changed(
          new Spot(file, 0, "gsiftp " + door),
          String.join(", ", served),
          "doors: " + door + " for all areas",
          "doors serve all areas: it must see the directories of "
              + String.join(", ", others)
              + " too; where it cannot, let another Bora serve those areas");
    }
  }
}
