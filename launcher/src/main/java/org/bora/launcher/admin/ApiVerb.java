package org.bora.launcher.admin;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.admin.Refused;
import org.bora.admin.Target;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;

/**
 * The routes of the administrators' port over the local socket: {@code api METHOD PATH [BODY]}, the
 * body in Base64. The first line of the answer is status and media type, the others are the reply.
 * A process that can write to the socket is an admin.
 */
public record ApiVerb(AdminRoutes routes) implements ControlServer.Verb {

  /** How it is asked for. */
  public static final String NAME = "api";

  public ApiVerb {
    Objects.requireNonNull(routes, "routes");
  }

  @Override
  public Answer run(List<String> words) {
    AdminReply reply;
    try {
      reply = routes.reply(call(words));
    } catch (Refused refused) {
      reply = refused.reply();
    }
    List<String> lines = new ArrayList<>();
    lines.add(reply.status() + " " + reply.mediaType());
    reply.text().lines().forEach(lines::add);
    return new Answer(reply.isDone(), lines);
  }

  private static AdminCall call(List<String> words) throws Refused {
    if (words.size() < 2 || words.size() > 3) {
      throw Refused.mistake(
          "this was not understood",
          "after api come a method, a path, and where there is a body that in Base64",
          "for example: api GET /v1");
    }
    Target target = Target.parse(words.get(1));
    AdminCall.Body body = words.size() == 2 ? AdminCall.Body.NONE : body(words.get(2));
    return AdminCall.of(
        words.getFirst(), target.path(), target.parameters(), body, Administrator.LOCAL);
  }

  private static AdminCall.Body body(String encoded) throws Refused {
    try {
      return AdminCall.Body.of(Base64.getUrlDecoder().decode(encoded));
    } catch (IllegalArgumentException other) {
      throw Refused.mistake(
          "the body was not understood", "it is not Base64", "encode it by base64 --wrap=0");
    }
  }
}
