package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.api.Catalogue;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceDetail;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * A client's use of reserved space. The granted size is available until the end of its lifetime,
 * for files announced with their full size. The space's figures match the files in it.
 */
final class Spaces {
  private static final int LEAST = 100;
  private static final int MOST = 900;

  /** Largest reservation in a small area, where other clients need space, too. */
  private static final int MOST_OF_LITTLE = 300;

  private static final int LEAST_SECONDS = 120;
  private static final int MOST_SECONDS = 1_200;
  private static final int ATTEMPTS = 4;
  private static final int NAMES = 4;

  private static final Duration LATE = Duration.ofMinutes(5);
  private static final Duration PIN = Duration.ofMinutes(10);

  private final Asking asking;
  private final Client.Tools tools;
  private final Puts puts;
  private final Supplier<Name> names;
  private Optional<Reserved> reserved = Optional.empty();

  Spaces(Asking asking, Client.Tools tools, Puts puts, Supplier<Name> names) {
    this.asking = asking;
    this.tools = tools;
    this.puts = puts;
    this.names = names;
  }

  private long now() {
    return tools.scheduler().nanos();
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  private void wrong(String what) {
    tools.report().wrong("I8", what);
  }

  void act() {
    if (reserved.isEmpty()) {
      reserve();
      return;
    }
    Reserved space = reserved.get();
    if (!space.isThere(now())) {
      reserved = Optional.empty();
      return;
    }
    switch (dice(8)) {
      case 0 -> release(space);
      case 1, 2 -> look(space);
      case 3 -> remove(space);
      default -> put(space);
    }
  }

  private void reserve() {
    int most = tools.conditions().isTight() ? MOST_OF_LITTLE : MOST;
    int bytes = LEAST + dice(most - LEAST);
    int seconds = LEAST_SECONDS + dice(MOST_SECONDS - LEAST_SECONDS);
    long began = now();
    Optional<ReserveSpaceReply> reply =
        asking.ask(
            Catalogue.RESERVE_SPACE,
            new ReserveSpaceRequest(
                "",
                Optional.of(
                    new RetentionPolicyInfo(
                        RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE))),
                OptionalLong.of(bytes),
                OptionalLong.of(bytes),
                OptionalInt.of(seconds),
                List.of(),
                List.of()));
    if (reply.isEmpty()) {
      return; // a space that no client knows of ends by its lifetime
    }
    ReturnStatus told = reply.get().status();
    switch (told.code()) {
      case SUCCESS -> {
        long end = began + Duration.ofSeconds(seconds).toNanos();
        reserved = Optional.of(new Reserved(reply.get().spaceToken().orElseThrow(), bytes, end));
      }
      case INTERNAL_ERROR -> {}
      case NO_FREE_SPACE, NO_USER_SPACE -> {
        if (!tools.conditions().isTight()) {
          wrong("there is room, and a reservation of " + bytes + " bytes is answered " + told);
        }
      }
      default -> tools.report().wrong("I17", "a reservation is answered " + told);
    }
  }

  private void look(Reserved space) {
    asking.ask(Catalogue.GET_SPACE_META_DATA, new TokensRequest(List.of(space.token()))).stream()
        .flatMap(reply -> reply.spaces().stream())
        .filter(detail -> detail.status().code() != SrmStatus.INTERNAL_ERROR)
        .forEach(detail -> seen(space, detail));
  }

  private void seen(Reserved space, SpaceDetail detail) {
    if (!space.isThere(now())) {
      return;
    }
    boolean fits =
        detail.status().code() == SrmStatus.SUCCESS
            && detail
                .figures()
                .filter(
                    figures ->
                        figures.total() == space.size()
                            && (!space.isSure() || figures.unused() == space.left()))
                .isPresent();
    if (!fits) {
      wrong(
          "a space of %d bytes with %d left (%s) is told as %s"
              .formatted(space.size(), space.left(), space.isSure() ? "sure" : "not sure", detail));
    }
  }

  /** Puts a file that fits. */
  private void put(Reserved space) {
    String content = puts.content();
    if (content.length() > space.left() || space.files().size() >= NAMES) {
      remove(space);
      return;
    }
    Name name = names.get();
    boolean sure = space.isSure();
    space.isSure(false); // until the end of the put is known
    int pin = tools.conditions().pinSeconds(tools.choices());
    Optional<PutReply> begun =
        asking.begin(
            name.path(), pin, false, OptionalLong.of(content.length()), Optional.of(space.token()));
    if (begun.isEmpty()) {
      return;
    }
    ReturnStatus told = begun.get().statuses().getFirst();
    switch (told.code()) {
      case SPACE_AVAILABLE -> transfer(space, name, begun.get(), content, sure);
      case INTERNAL_ERROR -> {}
      default -> {
        boolean full =
            told.code() == SrmStatus.NO_FREE_SPACE && tools.disk().pace().mayHaveBeenFull(LATE);
        boolean limited =
            tools.conditions().limited()
                && (told.code() == SrmStatus.EXCEED_ALLOCATION
                    || told.code() == SrmStatus.NO_USER_SPACE);
        if (sure && !full && !limited && space.isThere(now())) {
          wrong(
              "a put of %d bytes into a space with %d left is answered %s"
                  .formatted(content.length(), space.left(), told));
        }
        space.isSure(sure);
      }
    }
  }

  private void transfer(Reserved space, Name name, PutReply begun, String content, boolean sure) {
    String turl = begun.files().getFirst().turl().orElseThrow();
    String token = begun.token().orElseThrow();
    name.isOpenUntil(now() + PIN.plus(tools.conditions().sweep().putGrace()).toNanos());
    if (!puts.transfer(turl, content)) {
      asking.abort(token);
      return;
    }
    name.publishes(content);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told = asking.done(token, name.path());
      if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
        String left = tools.disk().leftOf(turl).orElse(content);
        name.isStored(left);
        space.files().add(new Reserved.Stored(name, left.length()));
        space.isSure(sure);
        return;
      }
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        return;
      }
      tools.scheduler().sleep(Duration.ofMillis(dice(10_000)));
    }
  }

  private void remove(Reserved space) {
    if (space.files().isEmpty()) {
      return;
    }
    Reserved.Stored file = space.files().remove(dice(space.files().size()));
    file.name().mayHoldFromNow(Name.ABSENT);
    Optional<SrmStatus> told =
        asking
            .ask(Catalogue.RM, new RmRequest(List.of(Asking.surl(file.name().path()))))
            .map(reply -> reply.statuses().getFirst().code());
    if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
      file.name().holds(Name.ABSENT);
    } else {
      space.isSure(false);
    }
  }

  /** Releases the space. Its files stay, in the space of the area. */
  private void release(Reserved space) {
    reserved = Optional.empty();
    asking
        .ask(Catalogue.RELEASE_SPACE, new ReleaseSpaceRequest(space.token(), false))
        .map(reply -> reply.status())
        .filter(told -> told.code() != SrmStatus.SUCCESS)
        .filter(told -> told.code() != SrmStatus.INTERNAL_ERROR)
        .filter(told -> space.isSure() && space.isThere(now()))
        .ifPresent(told -> wrong("a space that nobody uses is not released: " + told));
  }
}
