package org.bora.storage.account;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Optional;
import org.bora.storage.linux.AccountCalls;
import org.bora.storage.linux.AccountCalls.Answer;
import org.bora.storage.linux.AccountCalls.Found;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.GroupCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accounts of this machine, as its name service (files, LDAP, SSSD) knows them. Thread safe. A
 * call blocks while the name service is asked; answers are remembered as the settings say.
 */
public final class NameServiceAccounts {
  private static final Logger LOG = LoggerFactory.getLogger(NameServiceAccounts.class);

  private final Remembered<String, Account> byName;
  private final Remembered<String, Integer> groupNumbers;
  private final Remembered<Integer, String> userNames;
  private final Remembered<Integer, String> groupNames;

  public NameServiceAccounts(AccountSettings settings, InstantSource clock) {
    this.byName = new Remembered<>(NameServiceAccounts::find, clock, settings);
    this.groupNumbers = new Remembered<>(NameServiceAccounts::findGroup, clock, settings);
    this.userNames = new Remembered<>(NameServiceAccounts::findUserName, clock, settings);
    this.groupNames = new Remembered<>(NameServiceAccounts::findGroupName, clock, settings);
  }

  /**
   * The account of a name; empty if there is none.
   *
   * @throws UncheckedIOException when the name service does not answer
   */
  public Optional<Account> byName(String name) {
    return name.isEmpty() || name.indexOf('\0') >= 0 ? Optional.empty() : byName.get(name);
  }

  /**
   * The ID of a group; empty if there is no such group.
   *
   * @throws UncheckedIOException when the name service does not answer
   */
  public Optional<Integer> groupNumber(String name) {
    return name.isEmpty() || name.indexOf('\0') >= 0 ? Optional.empty() : groupNumbers.get(name);
  }

  /** The name of a user, or the ID (unsigned) if there is none. */
  public String userName(int uid) {
    return nameOrNumber(userNames, uid);
  }

  /** The name of a group, or the ID (unsigned) if there is none. */
  public String groupName(int gid) {
    return nameOrNumber(groupNames, gid);
  }

  /** A listing is not worth failing for a name. */
  private static String nameOrNumber(Remembered<Integer, String> names, int number) {
    try {
      return names.get(number).orElseGet(() -> Integer.toUnsignedString(number));
    } catch (UncheckedIOException unanswered) {
      LOG.warn(
          "the name of account or group number {} cannot be looked up: {}",
          number,
          unanswered.getMessage());
      return Integer.toUnsignedString(number);
    }
  }

  private static Optional<Account> find(String name) {
    try (CallFrame frame = new CallFrame()) {
      Optional<Found> found = answered(AccountCalls.userByName(frame, name), name);
      return found.map(
          user ->
              new Account(name, user.uid(), user.gid(), GroupCalls.of(frame, name, user.gid())));
    }
  }

  private static Optional<Integer> findGroup(String name) {
    try (CallFrame frame = new CallFrame()) {
      return answered(AccountCalls.groupByName(frame, name), "group " + name);
    }
  }

  private static Optional<String> findUserName(int uid) {
    try (CallFrame frame = new CallFrame()) {
      return answered(AccountCalls.userName(frame, uid), "user " + uid);
    }
  }

  private static Optional<String> findGroupName(int gid) {
    try (CallFrame frame = new CallFrame()) {
      return answered(AccountCalls.groupName(frame, gid), "group " + gid);
    }
  }

  private static <T> Optional<T> answered(Answer<T> answer, String asked) {
    if (answer.error() != 0) {
      throw new UncheckedIOException(
          new IOException(
              "the name service does not answer for " + asked + ": " + Errno.name(answer.error())));
    }
    return answer.found();
  }
}
