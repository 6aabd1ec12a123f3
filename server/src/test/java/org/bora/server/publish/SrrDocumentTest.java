package org.bora.server.publish;

import static org.bora.server.publish.Pictures.GB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.locate.StorageClass;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SrrDocumentTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final JsonNode SCHEMA =
      MAPPER.readTree(Path.of("..", "docs", "reference", "srr.schema.json").toFile());

  private static JsonNode document(StorageService service) {
    return MAPPER.readTree(String.join("\n", SrrDocument.lines(service)));
  }

  private static JsonNode service(StorageService service) {
    JsonNode document = document(service);
    assertEquals(List.of(), SchemaCheck.faults(SCHEMA, document));
    return document.get("storageservice");
  }

  private static JsonNode share(String name) {
    for (JsonNode share : service(Pictures.whole()).get("storageshares")) {
      if (share.get("name").asString().equals(name)) {
        return share;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void theServiceIsNamedAsTheSiteSays() {
    JsonNode json = service(Pictures.whole());
    assertEquals("INFN-T1", json.get("name").asString());
    assertEquals("se.example.org", json.get("id").asString());
    assertEquals("pre-production", json.get("qualitylevel").asString());
    assertEquals(Pictures.NOON.getEpochSecond(), json.get("latestupdate").asLong());
  }

  @Test
  void doorsAreEndpointsToo() {
    JsonNode endpoints = service(Pictures.whole()).get("storageendpoints");
    assertEquals("srm", endpoints.get(0).get("interfacetype").asString());
    assertEquals("gsiftp", endpoints.get(1).get("interfacetype").asString());
    assertEquals("gsiftp://g1:2811/", endpoints.get(1).get("endpointurl").asString());
    assertTrue(endpoints.get(1).has("message"), "it is not healthy");
    assertEquals("webdav", endpoints.get(2).get("interfacetype").asString());
    assertEquals("davs://se.example.org:8443/", endpoints.get(2).get("endpointurl").asString());
    assertEquals("https", endpoints.get(3).get("interfacetype").asString());
    assertEquals("https://se.example.org:8443/", endpoints.get(3).get("endpointurl").asString());
    assertFalse(endpoints.get(1).toString().contains("greeting"), "and why is the site's business");
  }

  @Test
  void sizesOfDiskAreThoseOfTheArea() {
    JsonNode disk = share("DISK");
    assertEquals(100 * GB, disk.get("totalsize").asLong());
    assertEquals(30 * GB, disk.get("usedsize").asLong());
    assertEquals(12, disk.get("numberoffiles").asLong());
    assertEquals("[\"/disk\"]", disk.get("path").toString());
    assertEquals("[\"atlas\",\"cms\"]", disk.get("vos").toString());
    assertEquals("replica", disk.get("retentionpolicy").asString());
    assertFalse(disk.has("message"));
  }

  @Test
  void filesThatMayLeaveTheDiskAreCountedOnTape() {
    JsonNode tape = share("TAPE");
    assertEquals(900 * GB, tape.get("totalsize").asLong());
    assertEquals(700 * GB, tape.get("usedsize").asLong());
    assertEquals("nearline", tape.get("accesslatency").asString());
    assertEquals("custodial", tape.get("retentionpolicy").asString());
    assertEquals("[\"alice\",\"lhcb\"]", tape.get("vos").toString());
    assertFalse(tape.toString().contains("Secret"), "nobody's name is published");
  }

  @Test
  void whatSeveralShareIsCountedOnce() {
    JsonNode online = service(Pictures.whole()).get("storagecapacity").get("online");
    assertEquals((100 + 50 + 5 + 7 + 400) * GB, online.get("totalsize").asLong());
    assertEquals((30 + 20 + 5 + 7) * GB, online.get("usedsize").asLong());
    assertEquals(205 * GB, share("ONE").get("totalsize").asLong(), "total less used is free");
    assertEquals(207 * GB, share("TWO").get("totalsize").asLong(), "400 GB are there for both");
  }

  @Test
  void anyoneIsNoVoAndIsSaid() {
    JsonNode two = share("TWO");
    assertEquals("[]", two.get("vos").toString());
    assertTrue(two.get("message").asString().contains("anyone"));
  }

  @Test
  void sizesThatAreNotKnownAreNotInvented() {
    JsonNode json =
        service(
            Pictures.of(
                Pictures.site(),
                Map.of("a", Pictures.terms(1, "allow all to vo atlas")),
                Pictures.area("a", StorageClass.D1T0, false, Optional.empty(), Optional.empty())));
    assertEquals(0, json.get("storageshares").size());
    assertTrue(json.get("message").asString().contains("A"));
    assertFalse(json.toString().contains("secret"), "paths are the site's business");
  }

  @Test
  void theSchemaIsNotBlind() {
    JsonNode wrong =
        MAPPER.readTree("{\"storageservice\": {\"qualitylevel\": \"good\", \"x\": 1}}");
    List<String> faults = SchemaCheck.faults(SCHEMA, wrong);
    assertTrue(faults.stream().anyMatch(fault -> fault.contains("is none of")), faults::toString);
    assertTrue(faults.contains("$.storageservice has x"), faults::toString);
    assertTrue(faults.contains("$.storageservice lacks storageshares"), faults::toString);
  }
}
