package org.bora.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our WSDL says what the official one says: compared by the scripts beside contract.json. */
class ContractIT {

  private record Comparison(int exitCode, String output) {}

  @TempDir Path scratch;

  @Test
  void ourLiteralWsdlHasTheOfficialNamesOrderAndTypes() throws Exception {
    Comparison comparison =
        compare(wsdl("/wsdl/srm.v2.2.wsdl"), "--ignore", "use,encodingStyle", "--by-shape");

    assertEquals(0, comparison.exitCode(), comparison.output());
    assertTrue(comparison.output().contains("0 difference(s)"), comparison.output());
  }

  @Test
  void theEncodedRenderingIsTheOfficialContractToTheLastAttribute() throws Exception {
    Comparison comparison = compare(wsdl("/wsdl/srm.v2.2.encoded.wsdl"), "--ignore", "address");

    assertEquals(0, comparison.exitCode(), comparison.output());
  }

  @Test
  void aFieldOutOfOrderIsSeen() throws Exception {
    String altered =
        Files.readString(wsdl("/wsdl/srm.v2.2.wsdl"))
            .replace("name=\"numOfLevels\"", "name=\"numberOfLevels\"");
    Path wsdl = Files.writeString(scratch.resolve("altered.wsdl"), altered);

    Comparison comparison = compare(wsdl, "--ignore", "use,encodingStyle", "--by-shape");

    assertEquals(1, comparison.exitCode(), comparison.output());
    assertTrue(comparison.output().contains("srmLsRequest"), comparison.output());
  }

  private Path wsdl(String resource) throws IOException {
    try (InputStream in = ContractIT.class.getResourceAsStream(resource)) {
      return Files.write(scratch.resolve("ours.wsdl"), in.readAllBytes());
    }
  }

  private static Comparison compare(Path wsdl, String... options)
      throws IOException, InterruptedException, URISyntaxException {
    Path scripts = Path.of(ContractIT.class.getResource("/contract/contract.json").toURI());
    List<String> command = new ArrayList<>(List.of("python3"));
    command.add(scripts.resolveSibling("compare_contract.py").toString());
    command.addAll(List.of(options));
    command.add(scripts.toString());
    command.add(wsdl.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Comparison(process.waitFor(), output);
  }
}
