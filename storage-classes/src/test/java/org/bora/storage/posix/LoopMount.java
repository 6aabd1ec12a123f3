package org.bora.storage.posix;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bora.storage.account.ProcessRights;

/**
 * A filesystem in a file, mounted for one test class. Needs root, mount and the filesystem's mkfs;
 * where one of them is missing the tests are skipped and say which.
 *
 * @param point where it is mounted
 * @param image the file it lives in
 */
public record LoopMount(Path point, Path image) implements AutoCloseable {

  /** Makes and mounts a fresh filesystem; {@code make} is the command without the image. */
  public static LoopMount of(long bytes, String... make) throws IOException {
    return with("loop", bytes, make);
  }

  /** The same with these options of mount(8), {@code loop} among them. */
  public static LoopMount with(String options, long bytes, String... make) throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().uid() == 0, "mounting needs root");
    Path directory = Files.createTempDirectory("bora-mount-");
    LoopMount mount = new LoopMount(directory.resolve("point"), directory.resolve("image"));
    try {
      Files.createDirectory(mount.point);
      try (RandomAccessFile image = new RandomAccessFile(mount.image.toFile(), "rw")) {
        image.setLength(bytes);
      }
      List<String> command = new ArrayList<>(Arrays.asList(make));
      command.add(mount.image.toString());
      String made = run(command);
      assumeTrue(made.isEmpty(), make[0] + " does not work here: " + made);
      String mounted =
          run(List.of("mount", "-o", options, mount.image.toString(), mount.point.toString()));
      assumeTrue(mounted.isEmpty(), "this machine cannot mount it: " + mounted);
      return mount;
    } catch (IOException | RuntimeException notHere) {
      mount.removeFiles();
      throw notHere;
    }
  }

  /** Mounts a filesystem in memory that keeps no extended attributes. */
  static LoopMount withoutAttributes() throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().uid() == 0, "mounting needs root");
    Path directory = Files.createTempDirectory("bora-mount-");
    LoopMount mount = new LoopMount(directory.resolve("point"), directory.resolve("image"));
    Files.createDirectory(mount.point);
    String mounted = run(List.of("mount", "-t", "ramfs", "ramfs", mount.point.toString()));
    if (!mounted.isEmpty()) {
      mount.removeFiles();
    }
    assumeTrue(mounted.isEmpty(), "this machine cannot mount ramfs: " + mounted);
    return mount;
  }

  /** What a failed command said; empty for success. */
  static String run(List<String> command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      return code == 0 ? "" : "exit code " + code + ": " + said;
    } catch (IOException notInstalled) {
      return notInstalled.getMessage();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  /** As {@link #run}; where that fails the tests are skipped and say why. */
  public static void need(String... command) throws IOException {
    String said = run(List.of(command));
    assumeTrue(said.isEmpty(), String.join(" ", command) + ": " + said);
  }

  private void removeFiles() throws IOException {
    Files.deleteIfExists(image);
    Files.deleteIfExists(point);
    Files.deleteIfExists(point.getParent());
  }

  @Override
  public void close() throws IOException {
    String unmounted = run(List.of("umount", point.toString()));
    if (!unmounted.isEmpty()) {
      throw new IOException(point + " stays mounted: " + unmounted);
    }
    removeFiles();
  }
}
