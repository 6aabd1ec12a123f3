package org.bora.frontend.soap;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.Permission;
import org.bora.api.word.FileType;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.XmlOutput;
import org.bora.contract.codec.XmlOutput.Tag;

/**
 * Writes the reply to srmLs entry by entry, its fields in the order of the contract. Size, type,
 * times, permissions and checksum are sent whether or not full details were asked for: ARC depends
 * on the type in a short listing, and shows permissions only if it gets all three.
 */
final class LsWriter {
  private static final Tag RETURN_STATUS = new Tag("returnStatus");
  private static final Tag REQUEST_TOKEN = new Tag("requestToken");
  private static final Tag DETAILS = new Tag("details");
  private static final Tag ENTRY = new Tag("pathDetailArray");
  private static final Tag PATH = new Tag("path");
  private static final Tag STATUS = new Tag("status");
  private static final Tag CODE = new Tag("statusCode");
  private static final Tag EXPLANATION = new Tag("explanation");
  private static final Tag SIZE = new Tag("size");
  private static final Tag CREATED = new Tag("createdAtTime");
  private static final Tag MODIFIED = new Tag("lastModificationTime");
  private static final Tag STORAGE_TYPE = new Tag("fileStorageType");
  private static final Tag RETENTION = new Tag("retentionPolicyInfo");
  private static final Tag POLICY = new Tag("retentionPolicy");
  private static final Tag LATENCY = new Tag("accessLatency");
  private static final Tag LOCALITY = new Tag("fileLocality");
  private static final Tag TOKENS = new Tag("arrayOfSpaceTokens");
  private static final Tag STRING = new Tag("stringArray");
  private static final Tag TYPE = new Tag("type");
  private static final Tag ASSIGNED = new Tag("lifetimeAssigned");
  private static final Tag LEFT = new Tag("lifetimeLeft");
  private static final Tag OWNER = new Tag("ownerPermission");
  private static final Tag USER = new Tag("userID");
  private static final Tag GROUP_OWNER = new Tag("groupPermission");
  private static final Tag GROUP = new Tag("groupID");
  private static final Tag MODE = new Tag("mode");
  private static final Tag OTHER = new Tag("otherPermission");
  private static final Tag CHECKSUM_TYPE = new Tag("checkSumType");
  private static final Tag CHECKSUM = new Tag("checkSumValue");
  private static final Tag CHILDREN = new Tag("arrayOfSubPaths");

  private final String operation;
  private final XmlOutput out;

  /** For every entry that is open, how many of its children are still to come. */
  private final Deque<Integer> open = new ArrayDeque<>();

  /**
   * @param operation srmLs or srmStatusOfLsRequest: the reply of the second has no token
   */
  LsWriter(String operation, XmlOutput out) {
    this.operation = operation;
    this.out = out;
  }

  /** The whole envelope, the end of which stays in the output's buffer. */
  void write(LsStream listing) throws IOException {
    Envelope.begin(operation, out);
    status(RETURN_STATUS, listing.status());
    if (operation.equals("srmLs") && listing.token().isPresent()) {
      out.element(REQUEST_TOKEN, listing.token().get());
    }
    Optional<LsEntry> next = listing.next();
    if (next.isPresent()) {
      out.open(DETAILS);
      for (; next.isPresent(); next = listing.next()) {
        entry(next.get());
      }
      if (!open.isEmpty()) {
        throw new IllegalStateException("a listing ended within " + open.size() + " entries");
      }
      out.close(DETAILS);
    }
    Envelope.end(operation, out);
  }

  private void status(Tag tag, ReturnStatus status) throws IOException {
    out.open(tag);
    out.element(CODE, status.code().wireName());
    if (!status.explanation().isEmpty()) {
      out.element(EXPLANATION, status.explanation());
    }
    out.close(tag);
  }

  private void entry(LsEntry entry) throws IOException {
    out.open(ENTRY);
    out.element(PATH, entry.path());
    status(STATUS, entry.status());
    if (entry.attributes().isPresent()) {
      attributes(entry.attributes().get());
    }
    if (entry.children() > 0) {
      out.open(CHILDREN);
      open.push(entry.children());
    } else {
      out.close(ENTRY);
      closeFinished();
    }
  }

  /** Closes the entries whose last child has been written. */
  private void closeFinished() throws IOException {
    while (!open.isEmpty()) {
      int left = open.pop() - 1;
      if (left > 0) {
        open.push(left);
        return;
      }
      out.close(CHILDREN);
      out.close(ENTRY);
    }
  }

  private void attributes(Attributes attributes) throws IOException {
    boolean file = attributes.type() == FileType.FILE;
    out.element(SIZE, attributes.size());
    out.element(CREATED, attributes.createdAt());
    out.element(MODIFIED, attributes.modifiedAt());
    if (file) {
      out.element(STORAGE_TYPE, attributes.storageType().name());
      retention(attributes.retention());
      out.element(LOCALITY, attributes.locality().name());
    }
    if (attributes.spaceToken().isPresent()) {
      out.open(TOKENS);
      out.element(STRING, attributes.spaceToken().get());
      out.close(TOKENS);
    }
    out.element(TYPE, attributes.type().name());
    if (file) {
      number(ASSIGNED, attributes.lifetimeAssigned());
      number(LEFT, attributes.lifetimeLeft());
    }
    permission(OWNER, USER, attributes.owner());
    permission(GROUP_OWNER, GROUP, attributes.group());
    out.element(OTHER, attributes.other().name());
    if (file && attributes.checksum().isPresent()) {
      out.element(CHECKSUM_TYPE, "ADLER32");
      out.element(CHECKSUM, attributes.checksum().get());
    }
  }

  private void retention(RetentionPolicyInfo retention) throws IOException {
    out.open(RETENTION);
    out.element(POLICY, retention.policy().name());
    if (retention.latency().isPresent()) {
      out.element(LATENCY, retention.latency().get().name());
    }
    out.close(RETENTION);
  }

  private void permission(Tag tag, Tag name, Permission permission) throws IOException {
    out.open(tag);
    out.element(name, permission.name());
    out.element(MODE, permission.mode().name());
    out.close(tag);
  }

  private void number(Tag tag, OptionalInt number) throws IOException {
    if (number.isPresent()) {
      out.element(tag, number.getAsInt());
    }
  }
}
