package org.bora.files;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesReply;
import org.bora.api.directory.NotesRequest;
import org.bora.api.directory.Permission;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.Reply;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;

/**
 * An engine that knows directories, with a note on each, and the names of files. What it answers to
 * listings is said beforehand. Another client may come between a question and its answer. Not
 * thread safe.
 */
public final class FakeEngine implements Backend {
  /** What there is nothing of. */
  public static final ReturnStatus GONE = ReturnStatus.of(SrmStatus.INVALID_PATH, "gone");

  /** Directories with their notes; empty for none. */
  public final Map<String, String> directories = new HashMap<>();

  public final Set<String> files = new HashSet<>();

  /** Answers to listings, the next one first. */
  public final Deque<LsReply> listings = new ArrayDeque<>();

  /** What was asked of listings. */
  public final List<LsRequest> listed = new ArrayList<>();

  /** Comes before a question about one directory is answered. */
  public Other other = (_, _) -> {};

  /** Another client. */
  @FunctionalInterface
  public interface Other {
    /**
     * Does what it likes.
     *
     * @param path that the question is about
     */
    void comes(Operation<?, ?> operation, String path);
  }

  /** One with an empty directory. */
  public FakeEngine(String directory) {
    directories.put(directory, "");
  }

  /** As doors ask it. */
  public Engine engine() {
    Caller caller = new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1");
    return new Engine(this, () -> new Call(caller, Instant.MAX, "trace"), "h");
  }

  /** What nothing is known of but its type. */
  public static Attributes attributes(FileType type) {
    return new Attributes(
        type,
        0,
        Instant.EPOCH,
        Instant.EPOCH,
        new Permission("", PermissionMode.RW),
        new Permission("", PermissionMode.NONE),
        PermissionMode.NONE,
        FileLocality.ONLINE,
        new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        FileStorageType.PERMANENT,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    return operation.answer().cast(answer(operation, question));
  }

  private Reply answer(Operation<?, ?> operation, Object question) {
    return switch (question) {
      case LsRequest asked -> {
        listed.add(asked);
        yield listings.removeFirst();
      }
      case SurlsRequest asked -> stat(path(asked.surls().getFirst()));
      case MkdirRequest asked -> {
        other.comes(operation, path(asked.surl()));
        yield new StatusReply(make(path(asked.surl())));
      }
      case RmdirRequest asked -> {
        other.comes(operation, path(asked.surl()));
        yield new StatusReply(remove(path(asked.surl()), asked.unless().isPresent()));
      }
      case NoteRequest asked -> {
        String note = directories.get(path(asked.surl()));
        yield new NoteReply(
            note == null ? GONE : ReturnStatus.success(),
            Optional.ofNullable(note).filter(text -> !text.isEmpty()));
      }
      case NotesRequest asked ->
          new NotesReply(
              ReturnStatus.success(),
              asked.names().stream()
                  .map(name -> directories.getOrDefault(path(name), ""))
                  .toList());
      case AnnotateRequest asked -> {
        other.comes(operation, path(asked.surl()));
        yield new StatusReply(annotate(path(asked.surl()), asked));
      }
      default -> throw new IllegalStateException(operation.name() + " is not known here");
    };
  }

  private StatReply stat(String path) {
    boolean there = directories.containsKey(path) || files.contains(path);
    FileType type = files.contains(path) ? FileType.FILE : FileType.DIRECTORY;
    return new StatReply(
        ReturnStatus.success(),
        List.of(
            new StatReply.Entry(
                path,
                there ? ReturnStatus.success() : GONE,
                there ? Optional.of(attributes(type)) : Optional.empty())));
  }

  private ReturnStatus make(String path) {
    if (!directories.containsKey(path.substring(0, path.lastIndexOf('/')))) {
      return GONE;
    }
    return files.contains(path) || directories.putIfAbsent(path, "") != null
        ? ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "it is there")
        : ReturnStatus.success();
  }

  private ReturnStatus remove(String path, boolean unlessNoted) {
    if (!directories.containsKey(path)) {
      return GONE;
    }
    boolean full =
        directories.keySet().stream().anyMatch(name -> name.startsWith(path + "/"))
            || files.stream().anyMatch(name -> name.startsWith(path + "/"));
    if (full || (unlessNoted && !directories.get(path).isEmpty())) {
      return ReturnStatus.of(SrmStatus.NON_EMPTY_DIRECTORY, "it stays");
    }
    directories.remove(path);
    return ReturnStatus.success();
  }

  private ReturnStatus annotate(String path, AnnotateRequest asked) {
    String there = directories.get(path);
    if (there == null) {
      return GONE;
    }
    String text = asked.text().orElse("");
    if (!there.equals(text) && !there.equals(asked.before().orElse(""))) {
      return ReturnStatus.of(SrmStatus.FILE_BUSY, "another note is there");
    }
    directories.put(path, text);
    return ReturnStatus.success();
  }

  private static String path(Surl surl) {
    return surl.text().replaceFirst(".*SFN=", "");
  }
}
