package org.bora.frontend.gsi.door;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.bora.frontend.gsi.Identity;

/** Answers who called, the thread that asks and the body that came. */
final class IdentityServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String answer =
        String.join(
            "\n",
            String.valueOf(request.getAttribute(Identity.ATTRIBUTE)),
            Thread.currentThread().isVirtual() ? "virtual" : "platform",
            body);
    response.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
