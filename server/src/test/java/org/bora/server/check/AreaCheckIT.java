package org.bora.server.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AreaCheckIT {
  @TempDir private Path directory;

  private Configuration served(Path tree) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("bora.yaml"),
            """
            gridftp: {run: true, serve: %s}
            areas:
              - {name: inside, sfn: /inside, root: data/inside}
              - {name: linked, sfn: /linked, root: link}
              - {name: outside, sfn: /outside, root: other}
            """
                .formatted(tree));
    return assertInstanceOf(ConfigurationFile.Outcome.Valid.class, ConfigurationFile.read(file))
        .configuration();
  }

  @Test
  void anAreaThatTheOwnGridFtpServerCannotReachIsNamed() throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.createDirectories(directory.resolve("data/inside"));
    Files.createSymbolicLink(directory.resolve("link"), Path.of("data/inside"));
    List<String> found =
        AreaCheck.beyond(served(data)).stream().map(MachineFinding::toString).toList();
    assertEquals(
        List.of(
            "areas.outside.root: "
                + directory.resolve("other")
                + " is not below gridftp.serve ("
                + data
                + "): transfers by Bora's GridFTP server will fail; set gridftp.serve to a"
                + " directory that contains the roots of all areas"),
        found);
  }

  @Test
  void theWholeMachineContainsEveryArea() throws Exception {
    assertEquals(List.of(), AreaCheck.beyond(served(Path.of("/"))));
  }
}
