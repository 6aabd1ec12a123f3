package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * What earlier releases of this generation sent is still read, and nothing of it is lost: frontends
 * and backends of two releases talk while a site is upgraded. {@code golden/bora.v2.txt} has one
 * line for each message, {@code OPERATION question|answer HEX}; its lines are never changed, only
 * added.
 */
class GoldenTest {
  private static final String FILE = "/golden/" + Methods.GENERATION + ".txt";
  private static final CBORMapper CBOR = new CBORMapper();

  private static Map<String, byte[]> lines() {
    try (InputStream file = GoldenTest.class.getResourceAsStream(FILE)) {
      Map<String, byte[]> lines = new TreeMap<>();
      new String(file.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> line.split(" "))
          .forEach(line -> lines.put(line[0] + " " + line[1], HexFormat.of().parseHex(line[2])));
      return lines;
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  @Test
  void everyMessageHasItsLine() {
    Map<String, byte[]> known = lines();
    Set<String> all =
        Catalogue.ALL.stream()
            .flatMap(one -> Stream.of(one.name() + " question", one.name() + " answer"))
            .collect(Collectors.toCollection(TreeSet::new));
    String missing =
        all.stream()
            .filter(name -> !known.containsKey(name))
            .map(name -> name + " " + HexFormat.of().formatHex(sample(name)) + "\n")
            .collect(Collectors.joining());
    assertEquals("", missing, "add these lines to src/test/resources" + FILE);
    assertTrue(all.containsAll(known.keySet()), "lines of operations that are no more");
  }

  @TestFactory
  Stream<DynamicTest> whatWasSentIsRead() {
    return lines().entrySet().stream()
        .map(
            line ->
                DynamicTest.dynamicTest(
                    line.getKey(), () -> isKept(line.getKey(), line.getValue())));
  }

  private static void isKept(String name, byte[] sent) {
    JsonNode before = CBOR.readTree(sent);
    JsonNode after = CBOR.readTree(again(name).apply(sent));
    assertTrue(contains(after, before), () -> "sent was " + before + ", kept is " + after);
  }

  /** Everything that was sent is still there; a newer release may write more. */
  private static boolean contains(JsonNode whole, JsonNode part) {
    if (part.isObject()) {
      return part.propertyStream()
          .allMatch(
              field ->
                  whole.has(field.getKey())
                      && contains(whole.get(field.getKey()), field.getValue()));
    }
    if (part.isArray() && whole.isArray() && part.size() == whole.size()) {
      for (int i = 0; i < part.size(); i++) {
        if (!contains(whole.get(i), part.get(i))) {
          return false;
        }
      }
      return true;
    }
    return whole.equals(part);
  }

  private static UnaryOperator<byte[]> again(String name) {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      if (name.equals(operation.name() + " question")) {
        return sent -> question(operation, sent);
      } else if (name.equals(operation.name() + " answer")) {
        return sent -> answer(operation, sent);
      }
    }
    return fail(name + " is no message");
  }

  private static <Q> byte[] question(Operation<Q, ?> operation, byte[] sent) {
    Asked<Q> read = Messages.asked(operation, sent);
    return Messages.question(operation, read.call(SOME.of(Call.class).deadline()), read.question());
  }

  private static <R extends Reply> byte[] answer(Operation<?, R> operation, byte[] sent) {
    if (!operation.isPaged()) {
      return Messages.answer(operation, Messages.answered(operation, sent));
    }
    LsStream listing = Messages.listing(List.of(sent).iterator(), () -> {});
    return Messages.pages(listing.whole()).next();
  }

  private static byte[] sample(String name) {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      if (name.equals(operation.name() + " question")) {
        return sampleQuestion(operation);
      } else if (name.equals(operation.name() + " answer")) {
        return sampleAnswer(operation);
      }
    }
    return fail(name + " is no message");
  }

  private static <Q> byte[] sampleQuestion(Operation<Q, ?> operation) {
    return Messages.question(operation, SOME.of(Call.class), SOME.of(operation.question()));
  }

  private static <R extends Reply> byte[] sampleAnswer(Operation<?, R> operation) {
    R reply = SOME.of(operation.answer());
    return reply instanceof LsReply listing
        ? Messages.pages(listing).next()
        : Messages.answer(operation, reply);
  }

  /** Nothing is empty, every list has one entry, and every word is the second one. */
  private static final Samples SOME =
      new Samples(
          new RandomGenerator() {
            @Override
            public long nextLong() {
              return 1;
            }

            @Override
            public boolean nextBoolean() {
              return true;
            }

            @Override
            public int nextInt(int bound) {
              return 1 % bound;
            }
          });
}
