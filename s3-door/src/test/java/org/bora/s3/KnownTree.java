package org.bora.s3;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.KeyOrder;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.files.Engine;
import org.bora.files.Name;

/** An engine that can only list a tree it has in memory, some entries at a time. */
final class KnownTree implements Backend {
  /** Entries by directory; paths have a slash at their end. */
  private final TreeMap<String, TreeSet<String>> directories = new TreeMap<>();

  private final int page;

  KnownTree(int page) {
    this.page = page;
    directories.put("/b/", new TreeSet<>(KeyOrder.BYTES));
  }

  /** A file, or with a slash at its end a directory, and all that is above it. */
  void add(String key) {
    String path = "/b/" + key;
    if (path.endsWith("/")) {
      directories.computeIfAbsent(path, _ -> new TreeSet<>(KeyOrder.BYTES));
    }
    while (!path.equals("/b/")) {
      int slash = path.lastIndexOf('/', path.length() - 2);
      String parent = path.substring(0, slash + 1);
      directories
          .computeIfAbsent(parent, _ -> new TreeSet<>(KeyOrder.BYTES))
          .add(path.substring(slash + 1));
      path = parent;
    }
  }

  Engine engine() {
    Caller caller = new Caller("/CN=a", "/CN=ca", List.of(), "::1");
    return new Engine(this, () -> new Call(caller, Instant.MAX, "t"), "h");
  }

  static Name bucket() {
    return new Name("/b", true);
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    if (!operation.equals(Catalogue.LS_IN_ORDER)) {
      throw new IllegalStateException(operation.name() + " is not known here");
    }
    return operation.answer().cast(list((OrderedLsRequest) question));
  }

  private OrderedLsReply list(OrderedLsRequest asked) {
    String surl = asked.directory().text();
    String path =
        URLDecoder.decode(
            surl.substring(surl.indexOf("SFN=") + 4).replace("+", "%2B"), StandardCharsets.UTF_8);
    TreeSet<String> all = directories.get(path + "/");
    if (all == null) {
      return OrderedLsReply.refused(ReturnStatus.of(SrmStatus.INVALID_PATH, "none"));
    }
    List<String> wanted =
        all.stream()
            .filter(key -> key.startsWith(asked.prefix()))
            .filter(key -> KeyOrder.BYTES.compare(key, asked.after()) > 0)
            .toList();
    int count = Math.min(page, asked.count());
    List<OrderedEntry> entries = wanted.stream().limit(count).map(KnownTree::entry).toList();
    String next = wanted.size() > count ? wanted.get(count - 1) : "";
    return new OrderedLsReply(ReturnStatus.success(), entries, next);
  }

  private static OrderedEntry entry(String key) {
    boolean directory = key.endsWith("/");
    return new OrderedEntry(
        directory ? key.substring(0, key.length() - 1) : key,
        directory ? FileType.DIRECTORY : FileType.FILE,
        0,
        Instant.EPOCH,
        FileLocality.ONLINE,
        Optional.empty());
  }

  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    throw new IllegalStateException(operation.name() + " is not known here");
  }
}
