package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;

/**
 * What is published to the grid: {@code GET /v1/publish/srr}, {@code glue2}, or {@code notes} for
 * what is omitted and why.
 */
public record PublishRoutes(Supplier<StorageService> pictures) {
  private static final String TEXT = "text/plain;charset=utf-8";

  public PublishRoutes {
    Objects.requireNonNull(pictures, "pictures");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.look("/v1/publish/{document}", this::document));
  }

  private AdminReply document(AdminCall call) throws AdminRefusal {
    StorageService service;
    try {
      service = pictures.get();
    } catch (NamelessSite nameless) {
      throw AdminRefusal.conflict(
          "nothing is published", "this site has no name", nameless.getMessage());
    }
    return switch (call.variable("document")) {
      case "srr" -> text(AdminReply.JSON, SrrDocument.lines(service));
      case "glue2" -> text(TEXT, Glue2Ldif.lines(service));
      case "notes" -> text(TEXT, service.notes());
      default ->
          throw AdminRefusal.missing(
              "there is no such document", "Bora publishes srr and glue2", "ask for one of them");
    };
  }

  private static AdminReply text(String type, List<String> lines) {
    return AdminReply.text(type, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
  }
}
