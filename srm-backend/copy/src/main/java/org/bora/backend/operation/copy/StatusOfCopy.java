package org.bora.backend.operation.copy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.api.copy.CopyFileStatus;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/** srmStatusOfCopyRequest (GFD.129 section 5.9). */
final class StatusOfCopy {
  private final Transactions transactions;
  private final CopyRequestFiles files;
  private final TokenSource tokens;
  private final CopyReplies replies;
  private final CopyTable copies = new CopyTable();

  StatusOfCopy(Transactions transactions, CopyRequestFiles files, TokenSource tokens) {
    this.transactions = transactions;
    this.replies = new CopyReplies(transactions);
    this.files = files;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#STATUS_OF_COPY}. */
  CopyReply statusOfCopy(Call call, CopyStatusRequest request) {
    Optional<CopyFiles> found =
        RequestToken.parse(request.token())
            .flatMap(token -> transactions.read(sql -> copies.find(sql, token)));
    Optional<ReturnStatus> refusal =
        found.isEmpty()
            ? Optional.of(Ownership.unknown())
            : Ownership.refusal(found.get().head(), call.caller(), RequestKind.COPY);
    if (refusal.isPresent()) {
      return new CopyReply(refusal.get(), Optional.empty(), List.of(), OptionalInt.empty());
    }
    return told(found.get(), request);
  }

  private CopyReply told(CopyFiles found, CopyStatusRequest request) {
    if (request.sources().isEmpty() && request.targets().isEmpty()) {
      return replies.of(found, found.files(), tokens.now());
    }
    List<Surl> wanted = new ArrayList<>(request.sources());
    wanted.addAll(request.targets());
    // by key: to compare each name with each file takes minutes where there are thousands of both
    Set<NameKey> asked = wanted.stream().map(files::key).collect(Collectors.toSet());
    Set<NameKey> known = new HashSet<>();
    List<CopyRow> named = new ArrayList<>();
    for (CopyRow row : found.files()) {
      List<NameKey> keys = files.keys(row);
      if (keys.stream().anyMatch(asked::contains)) {
        named.add(row);
        known.addAll(keys);
      }
    }
    CopyReply reply = replies.of(found, named, tokens.now());
    List<CopyFileStatus> told = new ArrayList<>(reply.files());
    wanted.stream()
        .filter(surl -> !known.contains(files.key(surl)))
        .forEach(surl -> told.add(stranger(surl)));
    return new CopyReply(reply.status(), reply.token(), told, reply.remainingTotalRequestTime());
  }

  private static CopyFileStatus stranger(Surl surl) {
    return new CopyFileStatus(
        surl,
        surl,
        RequestFiles.stranger(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }
}
