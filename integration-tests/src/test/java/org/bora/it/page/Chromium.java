package org.bora.it.page;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.site.Shell;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium with one page, driven over the protocol of its developer tools: what a driver
 * of another would bring is a dozen commands. All that the page asked for, and all that it
 * complained of, is kept.
 */
final class Chromium implements AutoCloseable {
  static final Path PROGRAM = Path.of("/usr/bin/chromium");

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  /** Documents that are there with all their scripts, by the loader's number. */
  private final Set<String> loaded = ConcurrentHashMap.newKeySet();

  private final AtomicInteger number = new AtomicInteger();

  /** Of the document that was opened last. */
  private volatile String opened = "";

  private WebSocket socket;

  /**
   * What a document asked for, by its loader: the one that is left may do so to its last moment.
   */
  private record Asked(String loader, String address) {}

  private Chromium(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param directory empty; for all that it writes
   */
  static Chromium start(Path directory) throws IOException {
    Path profile = Files.createDirectories(directory.resolve("profile"));
    Path log = directory.resolve("chromium.log");
    Process process =
        new Shell(directory, Map.of("HOME", directory.toString(), "TMPDIR", directory.toString()))
            .start(
                log.toFile(),
                PROGRAM.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank");
    Chromium browser = new Chromium(process);
    try {
      browser.connect(profile.resolve("DevToolsActivePort"), log);
    } catch (IOException | RuntimeException | Error failure) {
      browser.close();
      throw failure;
    }
    return browser;
  }

  private void connect(Path portFile, Path log) throws IOException {
    await(
        () -> Files.exists(portFile) && Files.readAllLines(portFile).size() > 1,
        () -> "Chromium did not start: " + Files.readString(log));
    String port = Files.readAllLines(portFile).getFirst();
    URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
    List<String> pages = new ArrayList<>();
    await(
        () -> {
          for (JsonNode target : JSON.readTree(get(list))) {
            if (target.path("type").asString().equals("page")) {
              pages.add(target.path("webSocketDebuggerUrl").asString());
            }
          }
          return !pages.isEmpty();
        },
        () -> "Chromium has no page");
    socket =
        http.newWebSocketBuilder().buildAsync(URI.create(pages.getFirst()), new Events()).join();
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      send(domain + ".enable", Map.of());
    }
    send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
  }

  private String get(URI address) throws IOException {
    try {
      return http.send(
              HttpRequest.newBuilder(address).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  /** A message may come in pieces. */
  private final class Events implements WebSocket.Listener {
    private final StringBuilder pieces = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
      pieces.append(piece);
      if (last) {
        take(JSON.readTree(pieces.toString()));
        pieces.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void take(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asInt());
      if (message.has("error")) {
        answer.completeExceptionally(new AssertionError(message.toString()));
      } else {
        answer.complete(message.path("result"));
      }
      return;
    }
    JsonNode told = message.path("params");
    switch (message.path("method").asString()) {
      case "Network.requestWillBeSent" ->
          asked.add(
              new Asked(told.path("loaderId").asString(), told.at("/request/url").asString()));
      case "Runtime.exceptionThrown" -> complaints.add(told.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> complaints.add(told.path("args").toString());
      case "Log.entryAdded" -> complaints.add(told.path("entry").toString());
      case "Page.lifecycleEvent" -> {
        if (told.path("name").asString().equals("load")) {
          loaded.add(told.path("loaderId").asString());
        }
      }
      default -> {
        // of no interest here
      }
    }
  }

  /** A command of the protocol, and its answer. */
  JsonNode send(String method, Map<String, Object> parameters) {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    String text = JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
    socket.sendText(text, true).join();
    return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  /**
   * Goes there, and waits until the document and its scripts are there: what is asked of the page
   * before that is asked of the one that is left. What was asked for and complained of before is
   * forgotten.
   */
  void open(String address) throws IOException {
    asked.clear();
    complaints.clear();
    JsonNode going = send("Page.navigate", Map.of("url", address));
    String loader = going.path("loaderId").asString("");
    if (loader.isEmpty()) {
      throw new AssertionError(address + " is not opened: " + going);
    }
    opened = loader;
    await(() -> loaded.contains(loader), () -> address + " does not come: " + going);
  }

  /**
   * Has a script run before those of every page from now on.
   *
   * @return takes it away again
   */
  Closeable before(String script) {
    JsonNode added = send("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    Map<String, Object> which = Map.of("identifier", added.path("identifier").asString());
    return () -> send("Page.removeScriptToEvaluateOnNewDocument", which);
  }

  /** What a JavaScript expression gives; a promise is waited for. */
  JsonNode ask(String expression) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.path("exceptionDetails"));
    }
    return answer.at("/result/value");
  }

  /** Waits until an expression is true. */
  void awaitTrue(String expression) throws IOException {
    await(
        () -> ask(expression).asBoolean(),
        () ->
            expression
                + " does not come true; the page: "
                + ask("document.body.innerText")
                + "; complaints: "
                + complaints);
  }

  /** A key, as somebody at a keyboard presses it. */
  void press(String key) {
    String text = key.equals("Enter") ? "\r" : "";
    int code = Map.of("Enter", 13, "Tab", 9, "Escape", 27).getOrDefault(key, 0);
    Map<String, Object> event =
        Map.of("key", key, "code", key, "windowsVirtualKeyCode", code, "text", text);
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      Map<String, Object> one = new java.util.HashMap<>(event);
      one.put("type", type);
      send("Input.dispatchKeyEvent", one);
    }
  }

  /** Who prefers dark or light, and moves nothing. */
  void prefer(String scheme) {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", scheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** The size of the window, in CSS pixels. */
  void size(int width, int height) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** The whole page as it is seen, however long; or what is in the window. */
  void picture(Path file, boolean whole) throws IOException {
    JsonNode picture =
        send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole));
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asString()));
  }

  /** Addresses that the page asked for. */
  List<String> asked() {
    return asked.stream().filter(one -> one.loader().equals(opened)).map(Asked::address).toList();
  }

  /** Errors, warnings and all else that it wrote to the console. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  private interface Question<T> {
    T ask() throws IOException;
  }

  private static void await(Question<Boolean> condition, Question<String> otherwise)
      throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.ask()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(otherwise.ask());
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.abort();
    }
    http.close();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
