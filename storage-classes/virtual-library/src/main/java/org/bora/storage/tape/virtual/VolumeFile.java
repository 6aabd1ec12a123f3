package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.storage.tape.model.Extent;

/** The file of one volume, open. Who may write what into it: see the package. */
final class VolumeFile implements AutoCloseable {
  private final String label;
  private final FileChannel channel;

  private VolumeFile(String label, FileChannel channel) {
    this.label = label;
    this.channel = channel;
  }

  /**
   * For reading.
   *
   * @throws java.nio.file.NoSuchFileException if the volume was never labelled, or its file is gone
   */
  static VolumeFile toRead(String label, Path file) throws IOException {
    return new VolumeFile(label, FileChannel.open(file, StandardOpenOption.READ));
  }

  /** For appending; the file is made if it is missing. */
  static VolumeFile toWrite(String label, Path file) throws IOException {
    return new VolumeFile(
        label,
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
  }

  /** For marks; the volume must be there. */
  static VolumeFile toWriteOver(String label, Path file) throws IOException {
    return new VolumeFile(
        label, FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  FileChannel channel() {
    return channel;
  }

  /** How often it was labelled; empty if it never was, or if its label cannot be read. */
  OptionalLong generation() throws IOException {
    return block(Block.Kind.VOLUME, 0)
        .map(Block::facts)
        .filter(facts -> label.equals(facts.get("volume")))
        .map(facts -> OptionalLong.of(Long.parseLong(facts.get("generation"))))
        .orElseGet(OptionalLong::empty);
  }

  /** Labels it. Whatever is on it is gone. */
  void label(long generation, Instant now) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("volume", label);
    facts.put("generation", Long.toString(generation));
    facts.put("labelled", now.toString());
    write(new Block(Block.Kind.VOLUME, false, facts).bytes(), 0);
    // First the label, which makes the objects invalid: a crash in between leaves no half volume.
    channel.force(false);
    channel.truncate(Extent.FIRST_POSITION);
    channel.force(true);
  }

  /** The object that begins here; empty if none does that belongs to this generation. */
  Optional<TapeObject> object(long position, long generation) throws IOException {
    return block(Block.Kind.OBJECT, position)
        .filter(block -> label.equals(block.facts().get("volume")))
        .filter(block -> Long.toString(generation).equals(block.facts().get("generation")))
        .filter(block -> Long.toString(position).equals(block.facts().get("position")))
        .map(
            block -> {
              Map<String, String> facts = block.facts();
              UUID id = UUID.fromString(facts.get("id"));
              return new TapeObject(
                  new ObjectName(id, label, generation, position),
                  Long.parseLong(facts.get("size")),
                  facts.get("adler32"),
                  block.deleted());
            });
  }

  /** The object of this name; empty if it is not on the volume (any more). */
  Optional<TapeObject> object(ObjectName name) throws IOException {
    OptionalLong generation = generation();
    if (generation.isEmpty() || generation.getAsLong() != name.generation()) {
      return Optional.empty();
    }
    return object(name.position(), name.generation())
        .filter(object -> object.name().equals(name) && !object.deleted());
  }

  /** Writes the description of an object whose bytes are there, and waits for both. */
  void describe(TapeObject object, String nameForPeople, Instant now) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("volume", label);
    facts.put("generation", Long.toString(object.name().generation()));
    facts.put("position", Long.toString(object.name().position()));
    facts.put("id", object.name().id().toString());
    facts.put("size", Long.toString(object.size()));
    facts.put("adler32", object.adler32());
    facts.put("written", now.toString());
    facts.put(Block.LAST_FACT, nameForPeople);
    fillUpTo(object.extent().end());
    write(new Block(Block.Kind.OBJECT, false, facts).bytes(), object.name().position());
    channel.force(false);
  }

  void markDeleted(TapeObject object) throws IOException {
    ByteBuffer mark = ByteBuffer.wrap(new byte[] {Block.DELETED});
    write(mark, object.name().position() + Block.MARK_OFFSET);
    channel.force(false);
  }

  /** Whatever begins at or behind a position, in order. Damaged descriptions are stepped over. */
  List<TapeObject> scan(long from, long generation) throws IOException {
    List<TapeObject> found = new ArrayList<>();
    long size = channel.size();
    long position = from;
    while (position + Extent.BLOCK_BYTES <= size) {
      Optional<TapeObject> object = object(position, generation);
      object.ifPresent(found::add);
      position = object.map(one -> one.extent().end()).orElse(position + Extent.BLOCK_BYTES);
    }
    return found;
  }

  /** Takes away what an append that was broken off has left behind the last object. */
  void cutBehind(long end) throws IOException {
    channel.truncate(end);
  }

  private void fillUpTo(long end) throws IOException {
    if (channel.size() < end) {
      write(ByteBuffer.allocate(1), end - 1);
    }
  }

  private Optional<Block> block(Block.Kind kind, long position) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(Extent.BLOCK_BYTES);
    while (block.hasRemaining()) {
      int read = channel.read(block, position + block.position());
      if (read < 0) {
        return Optional.empty();
      }
    }
    return Block.parse(kind, block);
  }

  private void write(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
