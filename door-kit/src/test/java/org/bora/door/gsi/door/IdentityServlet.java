package org.bora.door.gsi.door;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.bora.api.copy.DelegatedCredential;
import org.bora.door.gsi.Delegation;
import org.bora.door.gsi.Identity;

/** Answers who called, the thread that asks, the body that came and what was delegated. */
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
    if (request.getAttribute(Delegation.ATTRIBUTE) instanceof DelegatedCredential credential) {
      answer += "\n" + credential + " and " + credential.chain().size() + " certificates";
    }
    response.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
