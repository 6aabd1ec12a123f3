package org.bora.server.process;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathIT {
  private static final String EARLY = "org.bora.server.process.ClassPath";
  private static final String LATE = "org.bora.server.process.PidFile";

  @TempDir private Path directory;

  @Test
  void classesThatAnUpgradeRemovedCanStillBeLoaded() throws Exception {
    try (URLClassLoader loader = loader()) {
      ClassPath.open(loader);
      removeJars();
      assertSame(loader, loader.loadClass(LATE).getClassLoader());
    }
  }

  @Test
  void withoutItThoseOfAJarThatNobodyAskedForAreGone() throws Exception {
    try (URLClassLoader loader = loader()) {
      assertSame(loader, loader.loadClass(EARLY).getClassLoader());
      removeJars();
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(LATE));
    }
  }

  private URLClassLoader loader() throws IOException {
    return new URLClassLoader(new URL[] {jar("early", EARLY), jar("late", LATE)}, null);
  }

  private URL jar(String name, String type) throws IOException {
    Path file = directory.resolve(name + ".jar");
    String entry = type.replace('.', '/') + ".class";
    try (InputStream bytes = ClassPathIT.class.getClassLoader().getResourceAsStream(entry);
        OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry(entry));
      bytes.transferTo(jar);
    }
    return file.toUri().toURL();
  }

  private void removeJars() throws IOException {
    Files.delete(directory.resolve("early.jar"));
    Files.delete(directory.resolve("late.jar"));
  }
}
