package org.bora.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * A library for browsers in the class path. Its files lie below a directory of its version, which
 * Maven wrote beside them: who raises the version in the pom has nothing to change here.
 *
 * @param name its artifact
 */
record WebJar(String name) {
  static final WebJar LIT_HTML = new WebJar("lit-html");

  WebJar {
    Objects.requireNonNull(name, "name");
  }

  /** Where one of its files is found. */
  String resource(String file) {
    return "/META-INF/resources/webjars/" + name + "/" + version() + "/" + file;
  }

  private String version() {
    String properties = "/META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
    try (InputStream in = WebJar.class.getResourceAsStream(properties)) {
      if (in == null) {
        throw new IllegalStateException("the library " + name + " is not in the class path");
      }
      Properties read = new Properties();
      read.load(in);
      return read.getProperty("version");
    } catch (IOException broken) {
      throw new UncheckedIOException("the library " + name + " cannot be read", broken);
    }
  }
}
