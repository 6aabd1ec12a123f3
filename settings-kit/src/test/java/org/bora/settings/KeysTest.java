package org.bora.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeysTest {

  enum Colour {
    LIGHT_BLUE,
    RED
  }

  record Part(
      @Key(preset = "2", least = "1", most = "3") int count,
      @Key(name = "room", preset = "64KiB", least = "1B", most = "1GiB") long bytes)
      implements Keys {
    Part {
      Keys.check(Part.class, count, bytes);
    }
  }

  record Whole(
      @Key(preset = "light-blue") Colour colour,
      @Key(preset = "5s", least = "1s", most = "1m") Duration time,
      @Key(preset = "0640", form = Key.Form.MODE) int mode,
      @Key(preset = "true") boolean on,
      @Key(preset = "/x") Path file,
      @Key(form = Key.Form.PORT) OptionalInt port,
      @Key(least = "1B", most = "1MiB") OptionalLong size,
      @Key Optional<String> text,
      @Key(least = "1", most = "9") Map<String, Integer> weights,
      @Flat(presets = {"3", "1KiB"}) Part part,
      Part section,
      List<Part> parts,
      @Elsewhere(preset = "here") String place)
      implements Keys {
    Whole {
      Keys.check(
          Whole.class,
          colour,
          time,
          mode,
          on,
          file,
          port,
          size,
          text,
          weights,
          part,
          section,
          parts,
          place);
    }

    static Whole of(OptionalInt port, OptionalLong size, Map<String, Integer> weights) {
      Whole usual = Keys.defaults(Whole.class);
      return new Whole(
          usual.colour,
          usual.time,
          usual.mode,
          usual.on,
          usual.file,
          port,
          size,
          usual.text,
          weights,
          usual.part,
          usual.section,
          usual.parts,
          usual.place);
    }
  }

  @Test
  void aRecordIsMadeOfItsDefaults() {
    assertEquals(
        new Whole(
            Colour.LIGHT_BLUE,
            Duration.ofSeconds(5),
            0640,
            true,
            Path.of("/x"),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Map.of(),
            new Part(3, 1024),
            new Part(2, 64 << 10),
            List.of(),
            "here"),
        Keys.defaults(Whole.class));
  }

  @Test
  void whatIsOutOfBoundsIsToldByItsKey() {
    assertEquals("count is 4, allowed are 1 to 3", refusal(() -> new Part(4, 1)));
    assertEquals("room is 0, allowed are 1 to 1073741824", refusal(() -> new Part(1, 0)));
    OptionalInt none = OptionalInt.empty();
    OptionalLong any = OptionalLong.empty();
    assertEquals(
        "weights is 10, allowed are 1 to 9", refusal(() -> Whole.of(none, any, Map.of("a", 10))));
    assertEquals(
        "size is 0, allowed are 1 to 1048576",
        refusal(() -> Whole.of(none, OptionalLong.of(0), Map.of())));
    assertEquals(
        "port is 65536, allowed are 0 to 65535",
        refusal(() -> Whole.of(OptionalInt.of(65_536), any, Map.of())));
  }

  private static String refusal(Runnable made) {
    return assertThrows(IllegalArgumentException.class, made::run).getMessage();
  }

  @Test
  void aComponentIsNamedAsInTheFile() {
    assertEquals(
        List.of("count", "room"), Setting.of(Part.class).stream().map(Setting::key).toList());
    assertEquals("light-blue", Written.write(Colour.LIGHT_BLUE));
  }
}
