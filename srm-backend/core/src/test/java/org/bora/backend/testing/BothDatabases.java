package org.bora.backend.testing;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The two runs of a class that is marked by {@link OnBothDatabases}. */
final class BothDatabases implements ClassTemplateInvocationContextProvider {
  /** One run. */
  record Run(String database, Extension extension) implements ClassTemplateInvocationContext {
    @Override
    public String getDisplayName(int number) {
      return "[" + number + "] " + database;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(extension);
    }
  }

  @Override
  public boolean supportsClassTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<Run> provideClassTemplateInvocationContexts(ExtensionContext context) {
    String wanted = System.getProperty("bora.databases", "");
    return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), OnBothDatabases.class)
        .orElseThrow()
        .value()
        .runs()
        .stream()
        .filter(run -> wanted.isEmpty() || wanted.equals(run.database()));
  }
}
