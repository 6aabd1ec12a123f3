package org.bora.backend.scenario.points;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.put.MadeOf;
import org.bora.api.word.SrmStatus;
import org.bora.backend.merge.AbandonedParts;
import org.bora.backend.scenario.points.Deed.Outcome;

/**
 * The multipart uploads of one scenario, in the steps in which the S3 door asks for them. Their
 * files are files of the history: an upload that is completed takes its parts out of it and puts
 * the object there, in one deed.
 */
final class Multiparts {
  private static final String HIDDEN = ".s3-upload-";
  private static final String RECORD = "object";
  private static final int PARTS = 2;

  /** A busy name is asked for again when a lease has ended, so often at most. */
  private static final int ATTEMPTS = 3;

  private final Stage stage;
  private final List<Multipart> all = Collections.synchronizedList(new ArrayList<>());

  /** Of the directories of uploads, since they were last changed. */
  private final Map<Object, FileTime> dates = new HashMap<>();

  /** What its client knows of one. */
  static final class Multipart {
    final String key;
    private String id = "";
    private int sent;
    private boolean aborting;
    private boolean over;
    private boolean late;
    private Optional<Deed> completion = Optional.empty();

    private Multipart(String key) {
      this.key = key;
    }

    private String directory() {
      return key.substring(0, key.lastIndexOf('/') + 1) + HIDDEN + id;
    }

    private String content(int number) {
      return "part " + number + " of " + id.substring(0, 4) + ";";
    }

    private String whole() {
      return content(1) + content(PARTS);
    }
  }

  Multiparts(Stage stage) {
    this.stage = stage;
  }

  /** One that has not begun. */
  Multipart of(String key) {
    Multipart upload = new Multipart(key);
    all.add(upload);
    return upload;
  }

  private static String prefix(int number) {
    return "part-0000" + number + "-";
  }

  /** CreateMultipartUpload: each attempt makes another upload. */
  void create(Backend backend, Multipart upload) {
    String id = UUID.randomUUID().toString().replace("-", "");
    String directory = upload.key.substring(0, upload.key.lastIndexOf('/') + 1) + HIDDEN + id;
    Deed deed = begin("create " + id, directory + "/" + RECORD, "");
    attempt(
        backend,
        () -> {
          DoorCalls door = new DoorCalls(stage, backend);
          SrmStatus made = door.makeDirectory(directory);
          if (made == SrmStatus.INVALID_PATH) {
            door.makeDirectory(upload.key.substring(0, upload.key.lastIndexOf('/')));
            made = door.makeDirectory(directory);
          }
          if (made == SrmStatus.SUCCESS && store(door, directory + "/" + RECORD, "", deed)) {
            upload.id = id;
          }
        });
  }

  private Deed begin(String what, String name, String content) {
    return stage.history.begin(
        what,
        files -> {
          files.put(name, content);
          return true;
        });
  }

  private boolean store(DoorCalls door, String name, String content, Deed deed) {
    List<SrmStatus> refusal = new ArrayList<>();
    Optional<DoorCalls.Begun> begun = door.begin(name, content.length(), Optional.empty(), refusal);
    SrmStatus told = begun.isPresent() ? door.finish(begun.get(), content) : refusal.getFirst();
    stage.history.told(deed, begun.isPresent() ? outcome(told) : Outcome.REFUSED);
    return told == SrmStatus.SUCCESS;
  }

  private static Outcome outcome(SrmStatus told) {
    return told == SrmStatus.SUCCESS ? Outcome.DONE : Outcome.UNKNOWN;
  }

  /** UploadPart: a part that is sent again is another file. */
  void part(Backend backend, Multipart upload, int number) {
    String file = prefix(number) + UUID.randomUUID().toString().substring(0, 8);
    Deed deed =
        begin(
            "part " + number + " of " + upload.id,
            upload.directory() + "/" + file,
            upload.content(number));
    attempt(
        backend,
        () -> {
          DoorCalls door = new DoorCalls(stage, backend);
          String record = upload.directory() + "/" + RECORD;
          String name = upload.directory() + "/" + file;
          if (door.content(record).isPresent() && store(door, name, upload.content(number), deed)) {
            if (door.content(record).isPresent()) {
              upload.sent = Math.max(upload.sent, number);
            } else {
              stage.names.rmdir(backend, upload.directory());
            }
          }
        });
    upload.late |= upload.completion.isPresent() || upload.aborting;
  }

  /** CompleteMultipartUpload. */
  void complete(Backend backend, Multipart upload) {
    if (upload.completion.isEmpty()) {
      upload.completion = Optional.of(completion(upload));
    }
    Deed deed = upload.completion.get();
    attempt(
        backend,
        () -> {
          DoorCalls door = new DoorCalls(stage, backend);
          if (isDone(door, upload)
              || merged(door, upload) == SrmStatus.SUCCESS
              || isDone(door, upload)) {
            stage.history.told(deed, Outcome.DONE);
            upload.over = true;
            door.removeAll(upload.directory());
          }
        });
  }

  private Deed completion(Multipart upload) {
    String directory = upload.directory() + "/";
    stage.uploads.makes(upload.whole());
    return stage.history.begin(
        "completion of " + upload.id,
        files -> {
          for (int number = 1; number <= PARTS; number++) {
            String part = directory + prefix(number);
            if (files.keySet().stream().noneMatch(name -> name.startsWith(part))) {
              return false;
            }
          }
          files.keySet().removeIf(name -> name.startsWith(directory));
          files.put(upload.key, upload.whole());
          return true;
        });
  }

  private static boolean isDone(DoorCalls door, Multipart upload) {
    return door.content(upload.key).equals(Optional.of(upload.whole()));
  }

  private SrmStatus merged(DoorCalls door, Multipart upload) {
    if (door.content(upload.directory() + "/" + RECORD).isEmpty()) {
      return SrmStatus.INVALID_PATH;
    }
    List<String> there = door.names(upload.directory(), "part-");
    List<String> parts = new ArrayList<>();
    for (int number = 1; number <= PARTS; number++) {
      String prefix = prefix(number);
      there.stream().filter(name -> name.startsWith(prefix)).findFirst().ifPresent(parts::add);
    }
    if (parts.size() < PARTS) {
      return SrmStatus.INVALID_PATH;
    }
    List<String> others = new ArrayList<>(List.of(RECORD));
    there.stream().filter(name -> !parts.contains(name)).forEach(others::add);
    MadeOf made = new MadeOf(stage.surl(upload.directory()), parts, others);
    List<SrmStatus> refusal = new ArrayList<>();
    Optional<DoorCalls.Begun> begun =
        door.begin(upload.key, upload.whole().length(), Optional.of(made), refusal);
    if (begun.isEmpty()) {
      if (refusal.contains(SrmStatus.FILE_LOST)) { // of these parts a file was made
        stage.history.told(upload.completion.orElseThrow(), Outcome.DONE);
        upload.over = true;
      }
      return refusal.getFirst();
    }
    List<Optional<String>> contents =
        parts.stream().map(part -> door.content(upload.directory() + "/" + part)).toList();
    if (contents.stream().anyMatch(Optional::isEmpty)) { // it went meanwhile
      door.giveUp(begun.get());
      return SrmStatus.INVALID_PATH;
    }
    return door.finish(
        begun.get(), contents.stream().map(Optional::get).collect(Collectors.joining()));
  }

  /** AbortMultipartUpload. */
  void abort(Backend backend, Multipart upload) {
    upload.aborting = true;
    stage.names.rmdir(backend, upload.directory());
    upload.over |= !Files.exists(stage.onDisk(upload.directory()));
  }

  private static void attempt(Backend backend, Runnable asked) {
    try {
      asked.run();
    } catch (BackendFailure e) {
      if (backend.tap.isDead()) {
        throw e;
      }
    }
  }

  /** A whole one. */
  void whole(Backend backend, String key) {
    finish(backend, of(key));
  }

  /** What clients do in the end: they go on with what they have begun, until it is over. */
  void finish(Backend backend) {
    List.copyOf(all).forEach(upload -> finish(backend, upload));
  }

  private void finish(Backend backend, Multipart upload) {
    for (int attempt = 0; attempt < ATTEMPTS && upload.id.isEmpty(); attempt++) {
      create(backend, upload);
    }
    for (int number = upload.sent + 1; number <= PARTS && !upload.aborting; number++) {
      part(backend, upload, number);
    }
    for (int attempt = 0; attempt < ATTEMPTS && !upload.over; attempt++) {
      if (attempt > 0) {
        stage.pass(Puts.OVERDUE); // what died keeps the name until its lease ends
      }
      if (upload.aborting) {
        abort(backend, upload);
      } else {
        complete(backend, upload);
      }
    }
  }

  /** What is left of uploads whose object is there, when backends have swept. */
  List<String> leftOfCompleted() {
    List<String> left = new ArrayList<>();
    for (Multipart upload : all) {
      boolean done = upload.completion.filter(deed -> deed.outcome == Outcome.DONE).isPresent();
      if (done && !upload.late && Files.exists(stage.onDisk(upload.directory()))) {
        String[] names = stage.onDisk(upload.directory()).toFile().list();
        left.add(upload.directory() + " is left of a completed upload: " + List.of(names));
      }
    }
    return left;
  }

  /** A week later the backends remove uploads that got no further part. */
  void sweep(Backend backend) {
    for (String directory : directories()) {
      stage.names.remove(backend, directory, () -> swept(backend, directory));
    }
  }

  private Outcome swept(Backend backend, String directory) {
    stage.pass(AbandonedParts.AFTER.plusSeconds(1));
    backend.site.sweep.round();
    return Files.exists(stage.onDisk(directory)) ? Outcome.UNKNOWN : Outcome.DONE;
  }

  /** What the machine has changed with its own clock has changed now, by the clock of the site. */
  void date(Instant now) {
    for (String directory : directories()) {
      Path path = stage.onDisk(directory);
      try {
        Object file = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        if (!Files.getLastModifiedTime(path).equals(dates.get(file))) {
          Files.setLastModifiedTime(path, FileTime.from(now));
          dates.put(file, Files.getLastModifiedTime(path));
        }
      } catch (NoSuchFileException gone) {
        // another thread is at work
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Of uploads, wherever they were moved to. */
  List<String> directories() {
    Path root = stage.onDisk("");
    try (Stream<Path> found = Files.walk(root)) {
      return found
          .filter(Files::isDirectory)
          .filter(path -> path.getFileName().toString().startsWith(HIDDEN))
          .map(path -> root.relativize(path).toString())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
