package org.bora.launcher.publish;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;

/**
 * What is told to the grid, asked by an administrator: {@code srr}, {@code glue2}, or {@code notes}
 * for what is not told and why.
 */
public record PublishVerb(Supplier<StorageService> pictures) implements ControlServer.Verb {
  /** How it is asked for. */
  public static final String NAME = "publish";

  public PublishVerb {
    Objects.requireNonNull(pictures, "pictures");
  }

  @Override
  public Answer run(List<String> words) {
    StorageService service;
    try {
      service = pictures.get();
    } catch (NamelessSite nameless) {
      return new Answer(false, List.of(nameless.getMessage()));
    }
    return switch (String.join(" ", words)) {
      case "srr" -> new Answer(true, SrrDocument.lines(service));
      case "glue2" -> new Answer(true, Glue2Ldif.lines(service));
      case "notes" -> new Answer(true, service.notes());
      default -> new Answer(false, List.of("say what to publish: srr or glue2"));
    };
  }
}
