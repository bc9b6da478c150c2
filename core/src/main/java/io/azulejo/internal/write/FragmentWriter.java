package io.azulejo.internal.write;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Pending;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes one fragment, which nobody sees before it is committed to the array: tiles are encoded
 * many at a time and appended to the files of their fields, in order; while one group of tiles is
 * on its way to the files, the next one is encoded. Closing a fragment that was not completed
 * deletes it. For one thread at a time.
 */
final class FragmentWriter implements AutoCloseable {
  private final WritableArray array;
  private final WriteScope scope;
  private final FragmentFields fields;
  private final FragmentName name;
  private final Location folder;
  private final List<FieldTables> tables = new ArrayList<>();
  private final List<FieldFiles> files = new ArrayList<>();
  private Pending<Void> writing;
  private MemoryBudget.Lease lease;
  private int tiles;
  private int lastTileCells;
  private long bytes;
  private boolean completed;
  private Encoded ahead;
  private long before;

  /** Begins a fragment of that name; no file is made before there are tiles. */
  FragmentWriter(WritableArray array, FragmentFields fields, FragmentName name, WriteScope scope) {
    this.array = array;
    this.scope = scope;
    this.fields = fields;
    this.name = name;
    this.folder = array.location().resolve(ArrayPaths.fragment(name));
    fields.all().forEach(field -> tables.add(new FieldTables(field)));
  }

  /** The files of a field, and what waits to be written to them. */
  private static final class FieldFiles {
    private final OutputFile fixed;
    private final OutputFile var;
    private final OutputFile validity;
    private final List<EncodedField> waiting = new ArrayList<>();

    FieldFiles(OutputFile fixed, OutputFile var, OutputFile validity) {
      this.fixed = fixed;
      this.var = var;
      this.validity = validity;
    }

    void write() {
      for (EncodedField tile : waiting) {
        write(fixed, tile.fixed());
        write(var, tile.var());
        write(validity, tile.validity());
      }
      waiting.clear();
    }

    private static void write(OutputFile file, Slice bytes) {
      if (file != null) {
        file.write(bytes.array(), bytes.offset(), bytes.length());
      }
    }
  }

  private record Part(int tile, int field) {}

  /** The name. */
  FragmentName name() {
    return name;
  }

  /** The number of tiles so far. */
  int tiles() {
    return tiles;
  }

  /** The bytes of all files so far, without metadata; tiles on their way are counted. */
  long bytes() {
    return bytes;
  }

  /** Adds all tiles of a source, after those before. */
  void write(TileSource source) {
    write(source, 0, source.tiles());
  }

  /** Adds some tiles of a source, after those before. */
  void write(TileSource source, int from, int to) {
    write(source, from, to, Long.MAX_VALUE);
  }

  /**
   * Adds some tiles of a source, after those before, while the files have no more than so many
   * bytes; the first tile of a fragment in any case.
   *
   * @return the first tile that was not added: {@link #next} takes it, or to where all were
   */
  int write(TileSource source, int from, int to, long most) {
    int first = from;
    while (first < to) {
      Encoded group = encodedAt(source, first, to);
      int end = group.from;
      long size = bytes;
      while (end < group.to) {
        boolean isFirst = tiles == 0 && end == first;
        size += group.bytes(end);
        if (size > most && !isFirst) {
          break;
        }
        end++;
      }
      if (end > first) {
        add(group.part(first, end));
      }
      if (end < group.to) {
        ahead = group.part(end, group.to);
        return end;
      }
      first = end;
    }
    return to;
  }

  /** Begins the fragment that goes on with the tile where this one could not; completes nothing. */
  FragmentWriter next(FragmentName nextName) {
    FragmentWriter next = new FragmentWriter(array, fields, nextName, scope);
    next.before = before + bytes;
    next.ahead = ahead;
    ahead = null;
    return next;
  }

  /** Some tiles that are ready to be written to files. */
  record Encoded(TileSource source, int from, int to, List<EncodedField> parts) {
    /** The bytes of a tile in all files. */
    long bytes(int tile) {
      return sum(fieldsOf(tile, tile + 1));
    }

    /** The bytes of all tiles in all files. */
    long bytes() {
      return sum(parts);
    }

    private static long sum(List<EncodedField> parts) {
      long bytes = 0;
      for (EncodedField part : parts) {
        bytes += part.bytes();
      }
      return bytes;
    }

    Encoded part(int first, int end) {
      return first == from && end == to
          ? this
          : new Encoded(source, first, end, fieldsOf(first, end));
    }

    private List<EncodedField> fieldsOf(int first, int end) {
      int fields = parts.size() / (to - from);
      return parts.subList((first - from) * fields, (end - from) * fields);
    }
  }

  private Encoded encodedAt(TileSource source, int first, int to) {
    if (ahead != null && ahead.source == source && ahead.from == first && ahead.to <= to) {
      Encoded taken = ahead;
      ahead = null;
      return taken;
    }
    return encode(source, first, to);
  }

  /** Makes some tiles ready, as many as are encoded together. */
  Encoded encode(TileSource source, int first, int to) {
    long size = source.bytes(first);
    int end = first + 1;
    while (end < to && size + source.bytes(end) <= scope.groupBytes()) {
      size += source.bytes(end++);
    }
    List<Part> parts = new ArrayList<>();
    for (int tile = first; tile < end; tile++) {
      for (int field = 0; field < tables.size(); field++) {
        parts.add(new Part(tile, field));
      }
    }
    MemoryBudget.Lease encoding = scope.budget().lease(size);
    try {
      source.prepare(first, end);
      return new Encoded(
          source, first, end, scope.tasks().compute(parts, part -> encode(source, part)));
    } finally {
      encoding.close();
    }
  }

  private EncodedField encode(TileSource source, Part part) {
    EncodedField stored = source.encoded(part.tile, part.field);
    if (stored != null && stored.summary() != null) {
      return stored;
    }
    FragmentField field = fields.all().get(part.field);
    CellRuns written = source.written(part.tile);
    EncodedField[] encoded = new EncodedField[1];
    scope
        .scratchPool()
        .with(
            buffers -> {
              FieldCells cells = source.cells(part.tile, part.field, buffers);
              encoded[0] =
                  stored == null
                      ? field.encode(cells, written, buffers)
                      : field.summarize(stored, cells, written);
            });
    return encoded[0];
  }

  /** Adds tiles that are ready, after those before: hands them over to the files, and goes on. */
  void add(Encoded group) {
    awaitWriting();
    open();
    int at = 0;
    long waiting = 0;
    for (int tile = group.from; tile < group.to; tile++) {
      for (int field = 0; field < tables.size(); field++) {
        EncodedField part = group.parts.get(at++);
        tables.get(field).add(part);
        files.get(field).waiting.add(part);
        waiting += part.bytes();
      }
      lastTileCells = group.source.cells(tile);
      tiles++;
    }
    bytes += waiting;
    lease = scope.budget().lease(waiting);
    writing =
        scope
            .tasks()
            .beginIo(
                files,
                file -> {
                  file.write();
                  return null;
                });
    scope.progress().advanced(before + bytes, -1);
  }

  private void open() {
    if (!files.isEmpty()) {
      return;
    }
    for (FragmentField field : fields.all()) {
      FieldStorage storage = field.storage();
      OutputFile fixed = create(storage.file());
      OutputFile var = null;
      OutputFile validity = null;
      try {
        var = storage.varFile().map(this::create).orElse(null);
        validity = storage.validityFile().map(this::create).orElse(null);
      } finally {
        files.add(new FieldFiles(fixed, var, validity));
      }
    }
  }

  private OutputFile create(String file) {
    return array.storage().create(folder.resolve(file));
  }

  private void awaitWriting() {
    try {
      if (writing != null) {
        writing.await();
      }
    } finally {
      writing = null;
      if (lease != null) {
        lease.close();
        lease = null;
      }
    }
  }

  /**
   * Completes the fragment: when this returns, all of its files are durable. It has at least one
   * tile.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse ones, whose tiles tell
   *     it
   */
  void complete(Optional<NDRange> domain) {
    awaitWriting();
    List<OutputFile> all = outputs();
    OutputFile metadata = create(ArrayPaths.FRAGMENT_METADATA_FILE);
    all.add(metadata);
    try {
      scope.scratchPool().with(buffers -> writeMetadata(metadata, domain, buffers));
      array.storage().commit(all);
      completed = true;
    } finally {
      metadata.close();
    }
    close(all);
  }

  private void writeMetadata(
      OutputFile metadata, Optional<NDRange> domain, ScratchPool.TaskBuffers buffers) {
    Slice bytes =
        FragmentMetadata.of(
            fields,
            array.schema().schema(),
            array.key(),
            buffers.scratch(),
            tables,
            domain,
            tiles,
            lastTileCells);
    metadata.write(bytes.array(), bytes.offset(), bytes.length());
  }

  private List<OutputFile> outputs() {
    List<OutputFile> all = new ArrayList<>();
    for (FieldFiles field : files) {
      all.add(field.fixed);
      if (field.var != null) {
        all.add(field.var);
      }
      if (field.validity != null) {
        all.add(field.validity);
      }
    }
    return all;
  }

  private static void close(List<OutputFile> files) {
    RuntimeException failure = null;
    for (OutputFile file : files) {
      try {
        file.close();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Deletes what was written, of a fragment that was not completed. */
  @Override
  public void close() {
    if (completed) {
      return;
    }
    completed = true;
    if (writing != null) {
      writing.cancel();
    }
    try {
      awaitWriting();
    } catch (RuntimeException e) {
      // What failed on the way to a file does not matter any more: the fragment is given up.
    }
    try {
      close(outputs());
    } finally {
      if (!files.isEmpty()) {
        array.storage().deleteFolder(folder);
      }
    }
  }

  /** Deletes a fragment that was completed but is not to be committed. */
  void discard() {
    array.storage().deleteFolder(folder);
  }
}
