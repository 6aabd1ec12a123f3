package org.bora.launcher.command.option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.LogText;
import org.bora.launcher.admin.ApiVerb;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;

/** The routes of the administrators' port, asked by the socket of a process of this machine. */
public final class LocalApi {
  private LocalApi() {}

  /**
   * What a route says; empty where no process listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   * @throws IOException what listens does not know routes
   */
  public static Optional<RemoteOption.Reply> call(
      Path socket, String method, String path, String body) throws IOException {
    return call(
        socket,
        method,
        path,
        body,
        method.equals("GET") ? ControlClient.USUAL : ControlClient.ORDERS);
  }

  /**
   * The same.
   *
   * @param limit how long is waited at most
   */
  public static Optional<RemoteOption.Reply> call(
      Path socket, String method, String path, String body, Duration limit) throws IOException {
    String encoded =
        body.isEmpty()
            ? ""
            : " " + Base64.getUrlEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
    Optional<Answer> answer =
        ControlClient.ask(socket, ApiVerb.NAME + " " + method + " " + path + encoded, limit);
    return answer.isEmpty() ? Optional.empty() : Optional.of(reply(answer.get()));
  }

  /** As {@link ApiVerb} says it. One that was started before an upgrade may say something else. */
  private static RemoteOption.Reply reply(Answer told) throws IOException {
    List<String> lines = told.lines();
    String first = lines.isEmpty() ? "nothing" : lines.getFirst();
    if (!first.matches("[1-5][0-9]{2} .+")) {
      throw new IOException(
          "what runs is of another version and does not understand this (it says: "
              + LogText.of(first)
              + "); start it anew, or ask it by the bora of its own version");
    }
    return new RemoteOption.Reply(
        Integer.parseInt(first.substring(0, 3)), String.join("\n", lines.subList(1, lines.size())));
  }
}
